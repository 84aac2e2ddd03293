# Bank holidays in England and Wales, as published up to 2028.
resource "almanac_calendar" "uk_bank_holidays" {
  tenant      = almanac_tenant.benefits.name
  name        = "uk-bank-holidays"
  valid_until = "2028-12-31"
  dates = [
    { date = "2026-01-01", name = "New Year's Day" },
    { date = "2026-04-03", name = "Good Friday" },
    { date = "2026-04-06", name = "Easter Monday" },
    { date = "2026-05-04", name = "Early May bank holiday" },
    { date = "2026-05-25", name = "Spring bank holiday" },
    { date = "2026-08-31", name = "Summer bank holiday" },
    { date = "2026-12-25", name = "Christmas Day" },
    { date = "2026-12-28", name = "Boxing Day, in lieu" },
    { date = "2027-01-01", name = "New Year's Day" },
    { date = "2027-03-26", name = "Good Friday" },
    { date = "2027-03-29", name = "Easter Monday" },
    { date = "2027-05-03", name = "Early May bank holiday" },
    { date = "2027-05-31", name = "Spring bank holiday" },
    { date = "2027-08-30", name = "Summer bank holiday" },
    { date = "2027-12-27", name = "Christmas Day, in lieu" },
    { date = "2027-12-28", name = "Boxing Day, in lieu" },
    { date = "2028-01-03", name = "New Year's Day, in lieu" },
    { date = "2028-04-14", name = "Good Friday" },
    { date = "2028-04-17", name = "Easter Monday" },
    { date = "2028-05-01", name = "Early May bank holiday" },
    { date = "2028-05-29", name = "Spring bank holiday" },
    { date = "2028-08-28", name = "Summer bank holiday" },
    { date = "2028-12-25", name = "Christmas Day" },
    { date = "2028-12-26", name = "Boxing Day" },
  ]
}

# The print centre's own closing days, as it sends them to everybody: an iCalendar file.
resource "almanac_calendar" "print_centre_closed" {
  tenant      = almanac_tenant.benefits.name
  name        = "print-centre-closed"
  valid_until = "2027-12-31"
  ics         = "print-centre-closed.ics"
}
