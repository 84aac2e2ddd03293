import { schemaFolder } from '../commands/schema.ts';

const modeline = `# yaml-language-server: $schema=${schemaFolder}/declaration.schema.json`;

/** Returns the files of a starter repository of one tenant, by their paths. */
export function starterFiles(tenant: string): Readonly<Record<string, string>> {
  return {
    'tenant.yaml': tenantFile(tenant),
    'policies.yaml': policiesFile(tenant),
    'jobs.yaml': jobsFile(tenant),
    'almanac.config.yaml': configFile,
    '.github/workflows/almanac.yaml': workflowFile,
  };
}

function tenantFile(tenant: string): string {
  return `${modeline}
# Who owns what is declared for this tenant, and how much of it may go on at once.
apiVersion: almanac/v1
kind: Tenant
metadata: { name: ${tenant} }
spec:
  # Whom to ask, and who may approve. Put a team's address here rather than a person's.
  owners: [${tenant}@example.org]
  lanes:
    # What fires by schedule: so many runs at once, and so many starts a minute.
    scheduled: { maxConcurrent: 20, maxPerMinute: 60 }
    # What is caught up on order. Small, so that the past is never felt by the present.
    backfill: { maxConcurrent: 2, maxPerMinute: 10, minPerMinute: 1 }
`;
}

function policiesFile(tenant: string): string {
  return `${modeline}
# What becomes of a fire when not everything goes well. All five answers must be written, because a default would
# answer for you on the one night on which it matters. These are proposals: read the reasons, then choose.
apiVersion: almanac/v1
kind: Policy
metadata: { tenant: ${tenant}, name: nightly }
spec:
  # 1. When is it late, so that you are told? Long enough that a slow minute wakes nobody.
  lateAfter: 10m

  # 2. When is it too late to start? A nightly job that starts after 08:00 meets the day's work.
  #    \`unlimited\` is possible, and must be written out.
  horizon: 6h

  # 3. The last run is still going on. \`skip\` leaves this one out, and says so: two runs over the same data
  #    are worse than one that is missing. Else: allow, queue-one, { queue: { max: 3 } }, replace.
  overlap: skip

  # 4. Several were missed, say in an outage. \`latest\` makes one run of them, because a nightly job mostly
  #    takes whatever is there. \`all\` gives each its own run, for jobs that handle exactly their own day;
  #    \`coalesce\` is one run that is told the whole time it covers; \`none\` drops them.
  catchUp: latest

  # 5. The clocks change. In spring 02:30 does not exist: \`shift\` fires at 03:30 (else: next, skip).
  #    In autumn it comes twice: \`first\` fires once, the first time (else: second, both).
  dst: { gap: shift, fold: first }

  # Which reports a run owes. Their absence raises the alarm, also when nothing started at all.
  report:
    startWithin: 5m
    finishWithin: 1h
    # From here on the run counts as lost, and the next one may start.
    lostAfter: 2h
`;
}

function jobsFile(tenant: string): string {
  return `${modeline}
# A first job. \`almanac fires\` lists when it fires, \`almanac explain\` says why.
apiVersion: almanac/v1
kind: Job
metadata: { tenant: ${tenant}, name: nightly-report }
spec:
  schedule:
    cron: "30 2 * * *"      # every day at 02:30, in the zone below
    zone: Europe/Berlin     # an IANA name; \`UTC\` if no change of clocks may ever touch it
  policy: nightly
  expectedDuration: 20m     # what is usual; rules warn where runs would overlap
  target:
    http:
      url: https://jobs.example.org/nightly-report
      auth: { oidc: { audience: nightly-report } }
`;
}

const configFile = `# yaml-language-server: $schema=${schemaFolder}/almanac-config.schema.json
# How declarations are judged. Everything here is optional.

# Which remarks end \`almanac check\` and \`almanac plan\` with exit code 3: info, warning, error, stop.
failOn: error

# Severities of rules: off, info, warning, error, stop; and, in a mapping, their options. docs/diagnostics has a page
# for each. A rule that stops ends a command with exit code 4.
rules:
  dead-man-missing: warning
  changes-soon: { severity: warning, within: 4h }
  mass-change: { severity: stop, share: 0.2, floor: 50 }

# What somebody has looked at and lets stand for a while. All four keys are required.
# waivers:
#   - rule: dead-man-missing
#     scope: ["my-team/*"]
#     reason: reports arrive with the new release
#     expires: 2027-06-01
waivers: []
`;

const workflowFile = `# Shows on every pull request which fires it changes, and stops it where the declarations are wrong.
name: almanac
on: pull_request
permissions: { contents: read }
jobs:
  plan:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }    # the plan compares with a commit, which a shallow clone has not
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      # Put almanac into the package.json of this repository, so that its version is pinned and reviewed.
      - run: npm ci
      - run: npx --no-install almanac check
      - run: npx --no-install almanac plan --base "origin/\${{ github.base_ref }}" --out plan.json
`;
