import { type Call, CallError, version } from '../../compiler/cli/index.ts';
import { openTelemetry, type Telemetry } from '../telemetry/index.ts';

/**
 * Opens OpenTelemetry where a call's environment configures it.
 *
 * @throws {CallError} it does, and the packages were left out of the install
 */
export async function telemetryOf({ io }: Call, role: string, replica: string): Promise<Telemetry> {
  try {
    return await openTelemetry(io.env, { version: version(), role, replica });
  } catch (error) {
    throw new CallError(
      `OpenTelemetry is configured by the environment and can't be loaded: ${(error as Error).message}`,
      '`npm install` without `--omit=optional` brings it; `OTEL_SDK_DISABLED=true` does without',
    );
  }
}
