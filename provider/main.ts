import { almanacProvider } from './almanac-provider.ts';
import { providerService } from './plugin/provider-service.ts';
import { serve } from './plugin/serve.ts';

/** The program that Terraform starts. */
const provider = almanacProvider(process.env, () => Math.floor(Date.now() / 1000));
serve(providerService(provider)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
