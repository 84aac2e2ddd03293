import type { ApiContext } from '../api-context.ts';
import type { Route } from '../route.ts';
import { declarationRoutes } from './declaration-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { revisionRoutes } from './revision-routes.ts';

/** All addresses of the API, in the order of its document. */
export function allRoutes(context: ApiContext): readonly Route[] {
  return [
    ...historyRoutes(context),
    ...revisionRoutes(context),
    ...planRoutes(context),
    ...declarationRoutes(context),
    ...orderRoutes(context),
    ...reportRoutes(context),
    ...healthRoutes(context),
  ];
}
