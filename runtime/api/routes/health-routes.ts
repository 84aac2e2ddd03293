import type { ApiContext } from '../api-context.ts';
import { ok, type Route } from '../route.ts';

/** For whoever starts and stops processes. */
export function healthRoutes({ version, notReady }: ApiContext): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      name: 'readHealth',
      tag: 'health',
      summary: 'Says that the process is alive',
      answers: { 200: { about: 'it is', body: 'HealthAnswer' } },
      run: async () => ok({ status: 'ok', version }),
    },
    {
      method: 'GET',
      path: '/readyz',
      name: 'readReadiness',
      tag: 'health',
      summary: 'Says whether the process can answer',
      answers: {
        200: { about: 'it can', body: 'HealthAnswer' },
        503: { about: 'it cannot, and why', body: 'HealthAnswer' },
      },
      run: async () => {
        const reason = await notReady();
        return reason === undefined
          ? ok({ status: 'ok', version })
          : { status: 503, body: { status: 'not-ready', version, reason } };
      },
    },
  ];
}
