# A job refers to its policy and its calendars by `spec`, which holds what they say: so the plan of a job shows the
# fires that a change of theirs alters.

locals {
  cloud_run_jobs = "projects/benefits-example/locations/europe-west2/jobs"
}

# Sends every claimant whose case moved a statement of account. Bank holidays are left out: nobody
# could answer the telephone on the day that it arrives.
resource "almanac_job" "statement_run" {
  tenant = almanac_tenant.benefits.name
  name   = "statement-run"
  schedule = {
    cron    = "0 2 * * *"
    zone    = "Europe/London"
    exclude = [almanac_calendar.uk_bank_holidays.spec]
  }
  policy            = almanac_policy.nightly.spec
  expected_duration = "25m"
  cost              = { per_run = 4.2 }
  target = {
    http = {
      url  = "https://statements.example.gov/run"
      auth = { oidc = { audience = "statements" } }
    }
  }
}

# Looks again at open claims whose evidence has changed. Fires in every hour, so the clocks do not touch it.
resource "almanac_job" "eligibility_recheck" {
  tenant            = almanac_tenant.benefits.name
  name              = "eligibility-recheck"
  schedule          = { cron = "*/15 * * * *", zone = "Europe/London" }
  policy            = almanac_policy.frequent.spec
  group             = "case-store"
  expected_duration = "6m"
  target = {
    http = {
      url  = "https://eligibility.example.gov/recheck"
      auth = { oidc = { audience = "eligibility" } }
    }
  }
}

# Closes cases without a claim for a year, on the last day of every month.
resource "almanac_job" "case_closure" {
  tenant            = almanac_tenant.benefits.name
  name              = "case-closure"
  schedule          = { cron = "0 3 L * *", zone = "Europe/London" }
  policy            = almanac_policy.statutory.spec
  group             = "case-store"
  expected_duration = "2h"
  target            = { cloud_run_job = { job = "${local.cloud_run_jobs}/case-closure", timeout = "6h" } }
}

# Hands the day's reminders to the print centre, in time for its eleven o'clock van.
resource "almanac_job" "reminder_letters" {
  tenant = almanac_tenant.benefits.name
  name   = "reminder-letters"
  schedule = {
    cron    = "0 9 * * MON-FRI"
    zone    = "Europe/London"
    exclude = [almanac_calendar.uk_bank_holidays.spec, almanac_calendar.print_centre_closed.spec]
  }
  policy            = almanac_policy.nightly.spec
  expected_duration = "15m"
  target = {
    pubsub = {
      topic      = "projects/benefits-example/topics/reminders-due"
      attributes = { channel = "letter" }
    }
  }
}

# The return to the Treasury, on the first of every quarter, or on the next day that is no bank holiday.
resource "almanac_job" "quarterly_return" {
  tenant = almanac_tenant.benefits.name
  name   = "quarterly-return"
  schedule = {
    cron        = "0 6 1 1,4,7,10 *"
    zone        = "Europe/London"
    exclude     = [almanac_calendar.uk_bank_holidays.spec]
    on_excluded = "next-day"
  }
  policy            = almanac_policy.statutory.spec
  expected_duration = "3h"
  target            = { cloud_run_job = { job = "${local.cloud_run_jobs}/quarterly-return", timeout = "8h" } }
}

# Looks for claims that were paid twice in the week, before the payment file of Monday is made.
resource "almanac_job" "overpayment_sweep" {
  tenant            = almanac_tenant.benefits.name
  name              = "overpayment-sweep"
  schedule          = { cron = "15 4 * * SUN", zone = "Europe/London" }
  policy            = almanac_policy.statutory.spec
  group             = "case-store"
  expected_duration = "50m"
  target = {
    http = {
      url  = "https://eligibility.example.gov/overpayments"
      auth = { oidc = { audience = "eligibility" } }
    }
  }
}

# Never by itself: somebody orders it after an incident, with a reason.
resource "almanac_job" "rebuild_case_index" {
  tenant            = almanac_tenant.benefits.name
  name              = "rebuild-case-index"
  schedule          = { manual = true }
  policy            = almanac_policy.statutory.spec
  group             = "case-store"
  expected_duration = "4h"
  target            = { cloud_run_job = { job = "${local.cloud_run_jobs}/rebuild-case-index", timeout = "10h" } }
}
