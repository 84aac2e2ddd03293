terraform {
  required_providers {
    almanac = {
      source  = "almanac.dev/almanac/almanac"
      version = "0.1.0"
    }
  }
}

# Without a runtime, what is applied is a manifest in a file. With one, say `endpoint` instead.
provider "almanac" {
  manifest_path = "manifest.json"
  as_of         = plantimestamp()
}
