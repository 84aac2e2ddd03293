/** Writes a line to stderr in the form that Terraform sorts by level (`TF_LOG_PROVIDER`). Never a secret, never stdout. */
export function log(level: 'error' | 'warn' | 'info' | 'debug', message: string): void {
  const line = {
    '@level': level,
    '@message': message,
    '@module': 'almanac',
    '@timestamp': new Date().toISOString(),
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
