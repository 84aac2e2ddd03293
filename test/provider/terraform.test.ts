import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasTerraform,
  openTerraformBench,
  type TerraformBench,
  type Workspace,
} from '../support/terraform.ts';
import { statements } from './statements.ts';

const golden = (name: string) => `golden/${name}.txt`;

describe.skipIf(!hasTerraform())('terraform', { timeout: 240_000 }, () => {
  let bench: TerraformBench;
  beforeAll(() => {
    bench = openTerraformBench();
  }, 120_000);
  afterAll(() => bench.dispose());

  describe('with one configuration, from the first plan to destroy', () => {
    let here: Workspace;
    const expectNoChanges = async (...args: string[]) => {
      const { code, text } = await here.run('plan', '-detailed-exitcode', ...args);
      expect(text).toContain('No changes.');
      expect(code).toBe(0);
    };

    test('plans what is new, with the fires of the job', async () => {
      here = await bench.workspace(statements);
      expect(await here.run('validate')).toEqual({ code: 0, text: 'Success! The configuration is valid.\n' });
      const { text } = await here.run('plan', '-out=create.tfplan');
      await expect(text).toMatchFileSnapshot(golden('create'));
    });

    test('applies the saved plan, and then has nothing to do', async () => {
      const { text, code } = await here.run('apply', 'create.tfplan');
      expect(text).toContain('Resources: 6 added, 0 changed, 0 destroyed.');
      expect(code).toBe(0);
      await expectNoChanges();
    });

    test('has nothing to do as time passes', async () => {
      await expectNoChanges('-var=as_of=2027-01-15T23:00:00Z');
      await expectNoChanges('-var=as_of=2027-06-01T00:00:00Z');
      await expectNoChanges('-var=as_of=2030-06-01T00:00:00Z', '-refresh=false');
    });

    test('takes another spelling of the same for the same', async () => {
      await expectNoChanges(
        '-var=cron=30 01 * * *',
        '-var=late_after=600s',
        '-var=horizon=5h60m',
        '-var=zone=GB',
      );
    });

    test('shows the fires of a job that a change of its policy alters, and applies just that plan', async () => {
      const { text, code } = await here.run(
        'plan',
        '-detailed-exitcode',
        '-var=horizon=1h',
        '-out=policy.tfplan',
      );
      expect(code).toBe(2);
      await expect(text).toMatchFileSnapshot(golden('policy-change'));
      const applied = await here.run('apply', 'policy.tfplan');
      expect(applied.text).toContain('Resources: 0 added, 2 changed, 0 destroyed.');
      await expectNoChanges('-var=horizon=1h');
    });

    test('shows the fires that a change of schedule moves, months later', async () => {
      const later = ['-var=horizon=1h', '-var=as_of=2027-03-20T09:00:00Z'];
      const { text } = await here.run('plan', ...later, '-var=cron=0 2 * * *', '-out=cron.tfplan');
      await expect(text).toMatchFileSnapshot(golden('schedule-change'));
      expect((await here.run('apply', 'cron.tfplan')).code).toBe(0);
      await expectNoChanges('-var=cron=0 2 * * *', ...later);
    });

    test('shows the fires that a date of a calendar takes away', async () => {
      const as = ['-var=horizon=1h', '-var=as_of=2027-03-20T09:00:00Z', '-var=cron=0 2 * * *'];
      const { text } = await here.run(
        'plan',
        ...as,
        '-var=dates=["2027-03-26","2027-03-29","2027-05-03"]',
        '-out=x.tfplan',
      );
      await expect(text).toMatchFileSnapshot(golden('calendar-change'));
      expect((await here.run('apply', 'x.tfplan')).code).toBe(0);
      expect((await here.run('apply', '-auto-approve')).code).toBe(0);
      await expectNoChanges();
    });

    test('keeps the address of a webhook out of what it prints', async () => {
      const { text } = await here.run('plan', '-destroy');
      expect(text).not.toContain('5d41402a');
      await expect(text).toMatchFileSnapshot(golden('destroy'));
    });

    test('renames a job in place where it says what it was called, and replaces it where it does not', async () => {
      const renamed = ['-var=job=statements', '-var=renamed_from=statement-run'];
      const { text } = await here.run('apply', '-auto-approve', ...renamed);
      expect(text).toContain('Resources: 0 added, 1 changed, 0 destroyed.');
      await expectNoChanges(...renamed);
      const replaced = await here.run('plan', '-var=job=statements-again');
      expect(replaced.text).toContain('# almanac_job.statement_run must be replaced');
      expect(replaced.text).toContain('job benefits/statements goes:');
      const again = await here.run(
        'apply',
        '-auto-approve',
        '-var=job=statements-again',
        '-replace=almanac_policy.nightly',
      );
      expect(again.text).toContain('Resources: 2 added, 0 changed, 2 destroyed.');
      await expectNoChanges('-var=job=statements-again');
    });

    test('takes in what is declared already, and then has nothing to do', async () => {
      const job = ['-var=job=statements-again'];
      await here.run('state', 'rm', 'almanac_job.statement_run', 'almanac_channel.on_call');
      const claimed = await here.run('plan', ...job, '-var=cron=45 1 * * *');
      expect(claimed.text).toContain('To take it over: terraform import');
      await here.run('import', ...job, 'almanac_job.statement_run', 'benefits/statements-again');
      await here.run('import', ...job, 'almanac_channel.on_call', 'benefits/on-call');
      const wrong = await here.run('import', ...job, 'almanac_grant.managers', 'Benefits');
      expect(wrong.text).toContain('"Benefits" is not the id of a declaration');
      const planned = await here.run('plan', ...job);
      expect(planned.text).toMatch(/No changes|0 to add, \d to change, 0 to destroy/);
      expect((await here.run('apply', '-auto-approve', ...job)).code).toBe(0);
      await expectNoChanges(...job);
    });

    test('destroys everything', async () => {
      const { text, code } = await here.run('destroy', '-auto-approve', '-var=job=statements-again');
      expect(text).toContain('Resources: 6 destroyed.');
      expect(code).toBe(0);
    });
  });

  test('tells what is wrong at its very line, without a runtime and before any plan', async () => {
    const here = await bench.workspace({
      'main.tf': statements['main.tf'],
      'wrong.tf': `resource "almanac_policy" "wrong" {
  tenant     = "benefits"
  name       = "wrong"
  late_after = "10m"
  horizon    = "5m"
  overlap    = "skip"
  catch_up   = "all"
  dst = {
    gap  = "shift"
    fold = "first"
  }
}

resource "almanac_policy" "mistyped" {
  tenant     = "benefits"
  name       = "mistyped"
  late_after = "10m"
  horizon    = "6h"
  overlap    = "skip"
  catch_up   = "latest"
  dst = {
    gap  = "shift"
    fold = "twice"
  }
}

resource "almanac_policy" "nightly" {
  tenant     = "benefits"
  name       = "nightly"
  late_after = "10m"
  horizon    = "6h"
  overlap    = "skip"
  catch_up   = "latest"
  dst        = { gap = "shift", fold = "first" }
}

resource "almanac_job" "mistyped" {
  tenant = "benefits"
  name   = "mistyped"
  schedule = {
    cron = "61 1 * * *"
    zone = "Europe/Lundon"
  }
  policy = almanac_policy.nightly.spec
  target = {
    http = { url = "https://a.example.gov/run" }
  }
}

resource "almanac_job" "contradictory" {
  tenant = "benefits"
  name   = "contradictory"
  schedule = {
    every  = "10m"
    anchor = "2027-01-01T00:00:00Z"
  }
  policy_in_place = {
    late_after = "10m"
    horizon    = "5m"
    overlap    = "allow"
    catch_up   = "none"
    dst        = { gap = "shift", fold = "first" }
  }
  target = {
    http = {
      url     = "https://b.example.gov/run"
      headers = { Authorization = "Bearer c2VjcmV0LXRva2VuLW9mLW91cnM" }
    }
  }
}
`,
    });
    const { text, code } = await here.run('validate');
    expect(code).toBe(1);
    await expect(text).toMatchFileSnapshot(golden('validate-errors'));
  });

  test('shows fires where what the job starts is made in the same apply', async () => {
    const here = await bench.workspace({
      'main.tf': statements['main.tf'],
      'declarations.tf': statements['declarations.tf']
        .replace('"https://statements.example.gov/run"', `"https://\${terraform_data.service.output}/run"`)
        .concat('\nresource "terraform_data" "service" { input = uuid() }\n'),
    });
    const { text } = await here.run('plan', '-out=x.tfplan');
    expect(text).toMatch(/\+ url += \(known after apply\)/);
    expect(text).toContain('"2027-03-28T01:30:00Z" = "Sun 02:30 +01:00, for 01:30, which does not exist');
    const applied = await here.run('apply', 'x.tfplan');
    expect(applied.text).toContain('Resources: 7 added');
  });

  test('says that a new job needs as_of to show its fires, and shows them afterwards', async () => {
    const here = await bench.workspace({
      ...statements,
      'main.tf': statements['main.tf'].replace(/^ {2}as_of .*$/m, ''),
    });
    const { text } = await here.run('plan');
    expect(text).toMatch(/fires += \(known after apply\)/);
    expect(text).toContain('Write `as_of = plantimestamp()`');
    expect((await here.run('apply', '-auto-approve')).code).toBe(0);
    expect((await here.run('plan', '-detailed-exitcode')).code).toBe(0);
  });

  test('plans and applies hundreds of jobs under one policy', async () => {
    const many = 200;
    const here = await bench.workspace({
      'main.tf': statements['main.tf'],
      'declarations.tf': statements['declarations.tf'].replace(
        /resource "almanac_job" "statement_run" \{\n.*\n.*\n.*/,
        `resource "almanac_job" "statement_run" {
  count    = ${many}
  tenant   = almanac_tenant.benefits.name
  name     = "job-\${count.index}"
  schedule = { cron = "\${count.index % 60} 1 * * *", zone = var.zone, exclude = [almanac_calendar.easter.spec] }`,
      ),
    });
    const { text, code } = await here.run('apply', '-auto-approve');
    expect(text).toContain(`Resources: ${many + 5} added`);
    expect(code).toBe(0);
    expect((await here.run('plan', '-detailed-exitcode')).code).toBe(0);
    const changed = await here.run('plan', '-var=horizon=1h');
    expect(changed.text).toContain(`Plan: 0 to add, ${many + 1} to change, 0 to destroy.`);
    expect(changed.text).toContain('job benefits/job-199: 287 altered of 287 fires');
  });

  test('runs its own tests', async () => {
    const here = await bench.workspace({
      ...statements,
      'outputs.tf': `output "fires" { value = almanac_job.statement_run.fires }
output "cron_valid" { value = [for cron in ["*/5 * * * *", "61 * * * *"] : provider::almanac::cron_valid(cron)] }
output "windows" { value = provider::almanac::dst_windows("Europe/London", "2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z") }
output "both" { value = provider::almanac::fires("30 1 * * *", "Europe/London", { gap = "skip", fold = "both" }, "2027-10-30T12:00:00Z", 2) }
`,
      'statements.tftest.hcl': `run "the_gap_is_shifted" {
  command = plan
  assert {
    condition     = strcontains(output.fires["2027-03-28T01:30:00Z"], "02:30")
    error_message = "the fire in the gap should be shifted"
  }
}

run "functions" {
  command = plan
  assert {
    condition     = output.cron_valid[0] && !output.cron_valid[1]
    error_message = "cron_valid"
  }
  assert {
    condition     = output.windows[0].kind == "gap" && output.windows[1].from == "2027-10-31T01:00:00"
    error_message = "dst_windows"
  }
  assert {
    condition     = output.both[1].wall == "Sun 2027-10-31 01:30 +00:00, second of two passes"
    error_message = "fires"
  }
}

run "applied" {
  command = apply
}
`,
    });
    const { text, code } = await here.run('test');
    expect(text).toContain('3 passed, 0 failed.');
    expect(code).toBe(0);
  });

  test('tells in a function which argument is wrong', async () => {
    const here = await bench.workspace({
      'main.tf': statements['main.tf'],
      'outputs.tf': `output "a" { value = provider::almanac::dst_windows("Europe/Lundon", "2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z") }\n`,
    });
    const { text } = await here.run('plan');
    expect(text).toContain('Invalid value for "zone" parameter');
    expect(text).toContain('did you mean `Europe/London`?');
  });
});
