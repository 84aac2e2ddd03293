/** A small configuration: one of each, and variables for what a test changes. */
export const statements = {
  'main.tf': `terraform {
  required_providers {
    almanac = { source = "almanac.dev/almanac/almanac" }
  }
}

variable "as_of" { default = "2027-01-15T09:00:00Z" }
variable "horizon" { default = "6h" }
variable "late_after" { default = "10m" }
variable "cron" { default = "30 1 * * *" }
variable "zone" { default = "Europe/London" }
variable "job" { default = "statement-run" }
variable "renamed_from" { default = null }
variable "dates" {
  type    = list(string)
  default = ["2027-03-26", "2027-03-29"]
}

provider "almanac" {
  manifest_path = "almanac.json"
  as_of         = var.as_of
  source_name   = "terraform:statements"
}
`,
  'declarations.tf': `resource "almanac_tenant" "benefits" {
  name   = "benefits"
  owners = ["benefits-platform@example.gov"]
}

resource "almanac_policy" "nightly" {
  tenant     = almanac_tenant.benefits.name
  name       = "nightly"
  late_after = var.late_after
  horizon    = var.horizon
  overlap    = "skip"
  catch_up   = "latest"
  dst        = { gap = "shift", fold = "first" }
  report     = { start_within = "5m", finish_within = "2h", lost_after = "3h" }
}

resource "almanac_calendar" "easter" {
  tenant      = almanac_tenant.benefits.name
  name        = "easter"
  dates       = [for date in var.dates : { date = date }]
  valid_until = "2028-12-31"
}

resource "almanac_job" "statement_run" {
  tenant            = almanac_tenant.benefits.name
  name              = var.job
  schedule          = { cron = var.cron, zone = var.zone, exclude = [almanac_calendar.easter.spec] }
  policy            = almanac_policy.nightly.spec
  expected_duration = "25m"
  renamed_from      = var.renamed_from
  target = {
    http = {
      url  = "https://statements.example.gov/run"
      auth = { oidc = { audience = "statements" } }
    }
  }
}

resource "almanac_channel" "on_call" {
  tenant  = almanac_tenant.benefits.name
  name    = "on-call"
  webhook = { url = "https://pager.example.gov/hooks/benefits-5d41402a" }
}

resource "almanac_grant" "managers" {
  tenant     = almanac_tenant.benefits.name
  name       = "managers"
  principals = ["group:benefits-managers@example.gov"]
  verbs      = ["read", "backfill:approve"]
  scope      = { jobs = ["*"] }
}
`,
};
