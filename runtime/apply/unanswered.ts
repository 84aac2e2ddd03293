/** What is said where an order lies in an inbox and nobody has taken it in. */
export function unansweredMessage(tenant: string): string {
  return `the order for \`${tenant}\` is in the ledger, but no worker has taken it in yet; one that comes will, and the same call made again tells what became of it`;
}
