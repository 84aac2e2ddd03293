# The benefits service: who owns it, whom it wakes, how much it may do at once.

locals {
  tenant = "benefits"
}

resource "almanac_channel" "on_call" {
  tenant  = local.tenant
  name    = "on-call"
  webhook = { url = "https://pager.example.gov/hooks/benefits" }
}

resource "almanac_tenant" "benefits" {
  name   = local.tenant
  owners = ["benefits-platform@example.gov"]
  alerts = { channels = [almanac_channel.on_call.name] }
  lanes = {
    # The statements service takes forty calls at a time; eight are left for people.
    scheduled = { max_concurrent = 32, max_per_minute = 120 }
    # Catching up on old nights must never be felt by tonight's.
    backfill = { max_concurrent = 4, max_per_minute = 20, min_per_minute = 2 }
  }
  groups = {
    # Whatever writes to the case store: two at once, or its lock queue grows.
    case-store = { max_concurrent = 2 }
  }
  # A decision on a benefit can be challenged for thirteen months.
  retention = "400d"
}
