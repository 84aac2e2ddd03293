# What becomes of a fire that is late, missed, overlapped or hit by a change of clocks.

resource "almanac_policy" "nightly" {
  tenant     = almanac_tenant.benefits.name
  name       = "nightly"
  late_after = "10m"
  horizon    = "1h" # better left out than started among the caseworkers
  overlap    = "skip"
  catch_up   = "latest" # two missed nights are one statement run: it reads everything open
  dst        = { gap = "shift", fold = "first" }
  report     = { start_within = "5m", finish_within = "2h", lost_after = "3h" }
}

resource "almanac_policy" "frequent" {
  tenant     = almanac_tenant.benefits.name
  name       = "frequent"
  late_after = "5m"
  horizon    = "15m" # the next one does the same work
  overlap    = "skip"
  catch_up   = "latest"
  dst        = { gap = "next", fold = "first" }
  report     = { start_within = "2m", finish_within = "12m", lost_after = "14m" }
}

# Statutory dates: late is bad, never is worse.
resource "almanac_policy" "statutory" {
  tenant     = almanac_tenant.benefits.name
  name       = "statutory"
  late_after = "30m"
  horizon    = "3d"
  overlap    = "queue-one"
  catch_up   = "all"
  dst        = { gap = "shift", fold = "first" }
  report     = { start_within = "15m", finish_within = "8h", lost_after = "12h" }
  retry      = { attempts = 5, min_backoff = "30s", max_backoff = "30m" }
}
