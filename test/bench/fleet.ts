/** A fleet's declarations, as files. */
export type Fleet = ReadonlyMap<string, string>;

const zones = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
];
const crons = [
  '*/5 * * * *',
  '0 * * * *',
  '30 2 * * *',
  '0 9 * * 1-5',
  '15 1,13 * * *',
  '0 6 1 * *',
  '45 23 * * 0',
  '*/20 8-18 * * 1-5',
];
const policies = [
  { name: 'nightly', gap: 'shift', fold: 'first', horizon: '6h', overlap: 'skip', catchUp: 'latest' },
  { name: 'frequent', gap: 'next', fold: 'second', horizon: '30m', overlap: 'allow', catchUp: 'none' },
];
const words = [
  'statement',
  'ledger',
  'report',
  'import',
  'export',
  'cleanup',
  'index',
  'digest',
  'invoice',
  'audit',
];

const jobsPerFile = 100;
const jobsPerTenant = 50;

/**
 * Writes a fleet of `size` job documents of about 570 bytes, 100 a file: 50 jobs a tenant, 8 zones, 8 expressions,
 * 2 policies a tenant, so 128 distinct schedules.
 *
 * With `changed`, that many jobs have another expression, in every second or third file as an edit of a team has it;
 * all other bytes stay. The same arguments give the same text.
 */
export function makeFleet(size: number, changed = 0): Fleet {
  const tenants = Math.ceil(size / jobsPerTenant);
  const files = new Map<string, string>();
  files.set(
    'tenants.yaml',
    documents(
      Array.from({ length: tenants }, (_, index) => [
        tenantText(index),
        ...policies.map((_, p) => policyText(index, p)),
      ]).flat(),
    ),
  );
  const fileCount = Math.ceil(size / jobsPerFile);
  // Two files in five are touched, as many jobs in each.
  const touched = Math.max(1, Math.round(fileCount * 0.4));
  const perFile = changed / touched;
  for (let file = 0; file < fileCount; file++) {
    const order = Math.floor((file * touched) / fileCount);
    const isTouched = order !== Math.floor(((file - 1) * touched) / fileCount);
    const [from, until] = isTouched
      ? [Math.floor(order * perFile), Math.floor((order + 1) * perFile)]
      : [0, 0];
    const texts: string[] = [];
    for (let index = 0; index < Math.min(jobsPerFile, size - file * jobsPerFile); index++) {
      // Spread over the file, not its first ones.
      const stride = Math.floor(jobsPerFile / Math.max(1, until - from));
      const isChanged = index % stride === stride - 1 && Math.floor(index / stride) < until - from;
      texts.push(jobText(file * jobsPerFile + index, isChanged));
    }
    files.set(`jobs/${String(file).padStart(4, '0')}.yaml`, documents(texts));
  }
  return files;
}

function documents(texts: readonly string[]): string {
  return `# yaml-language-server: $schema=../schema/kinds/job.schema.json\n${texts.join('---\n')}`;
}

function tenantName(index: number): string {
  return `team-${String(index).padStart(4, '0')}`;
}

function tenantText(index: number): string {
  return `apiVersion: almanac/v1
kind: Tenant
metadata: { name: ${tenantName(index)} }
spec:
  owners: [${tenantName(index)}@example.org]
`;
}

function policyText(tenant: number, index: number): string {
  const { name, gap, fold, horizon, overlap, catchUp } = policies[index]!;
  return `apiVersion: almanac/v1
kind: Policy
metadata: { tenant: ${tenantName(tenant)}, name: ${name} }
spec:
  lateAfter: 10m
  horizon: ${horizon}
  overlap: ${overlap}
  catchUp: ${catchUp}
  dst: { gap: ${gap}, fold: ${fold} }
  report: { startWithin: 1m, finishWithin: 4m, lostAfter: 10m }
`;
}

function jobText(index: number, isChanged: boolean): string {
  const tenant = tenantName(Math.floor(index / jobsPerTenant));
  const word = words[index % words.length]!;
  const name = `${word}-${String(index % jobsPerTenant).padStart(2, '0')}`;
  const cron = crons[(Math.floor(index / 8) + (isChanged ? 1 : 0)) % crons.length]!;
  const policy = policies[Math.floor(index / 64) % policies.length]!;
  return `apiVersion: almanac/v1
kind: Job
metadata:
  tenant: ${tenant}
  name: ${name}
spec:
  # Agreed with the ${word} team; ask before you move it.
  schedule:
    cron: "${cron}"
    zone: ${zones[index % zones.length]}
  policy: ${policy.name}
  expectedDuration: ${30 + (index % 120)}s
  target:
    http:
      url: "https://${word}.${tenant}.example.org/run/${index}"
      method: POST
      headers: { x-team: "${tenant}", x-purpose: "${word} run" }
      timeout: 10m
      auth:
        oidc:
          audience: https://${word}.${tenant}.example.org
  labels:
    service: ${word}
    cost-centre: "cc-${1000 + (index % 97)}"
`;
}
