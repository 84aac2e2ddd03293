# Who may do what. Declaring a job gives nobody the right to backfill it.

resource "almanac_grant" "on_call_engineers" {
  tenant     = almanac_tenant.benefits.name
  name       = "on-call-engineers"
  principals = ["group:benefits-on-call@example.gov"]
  verbs      = ["read", "ack", "hold", "run", "backfill:request"]
  scope      = { jobs = ["*"] }
}

# Who approves is never who requests: the runtime compares the two principals.
resource "almanac_grant" "service_managers" {
  tenant     = almanac_tenant.benefits.name
  name       = "service-managers"
  principals = ["group:benefits-managers@example.gov"]
  verbs      = ["read", "apply", "backfill:approve"]
  scope      = { jobs = ["*"] }
  expires    = "2027-12-31T00:00:00Z"
}

# The statements service moves house. Fires go on and history is kept; nobody is woken.
resource "almanac_silence" "statements_migration" {
  tenant = almanac_tenant.benefits.name
  name   = "statements-migration"
  from   = "2027-01-16T00:00:00Z"
  until  = "2027-01-16T06:00:00Z"
  reason = "statements service moves to the new region"
  jobs   = [almanac_job.statement_run.name]
}

# A night without the platform, so that every change of policy is tried on one.
resource "almanac_scenario" "region_outage" {
  tenant = almanac_tenant.benefits.name
  name   = "region-outage"
  outages = [
    { from = "2026-12-01T01:00:00Z", until = "2026-12-01T07:05:00Z", of = "platform" },
  ]
}
