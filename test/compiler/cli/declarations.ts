/** Declarations that tests change one thing of. */
export const tenantText = `apiVersion: almanac/v1
kind: Tenant
metadata: { name: benefits }
spec:
  owners: [benefits@example.org]
`;

export const policyText = (horizon = '6h') => `apiVersion: almanac/v1
kind: Policy
metadata: { tenant: benefits, name: nightly }
spec:
  lateAfter: 10m
  horizon: ${horizon}
  overlap: skip
  catchUp: latest
  dst: { gap: shift, fold: first }
  report: { startWithin: 5m, finishWithin: 2h, lostAfter: 3h }
`;

export const jobText = (cron = '30 1 * * *', name = 'statement-run') => `apiVersion: almanac/v1
kind: Job
metadata: { tenant: benefits, name: ${name} }
spec:
  schedule: { cron: "${cron}", zone: Europe/London }
  policy: nightly
  expectedDuration: 25m
  target: { http: { url: "https://statements.example.gov/run", auth: { oidc: { audience: statements } } } }
`;

/** A tenant, a policy and a job, in three files. */
export const repositoryFiles = {
  'tenant.yaml': tenantText,
  'policies.yaml': policyText(),
  'jobs.yaml': jobText(),
};
