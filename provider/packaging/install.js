/**
 * Puts the provider into a local mirror and prints how Terraform is told of it.
 *
 *     npm run provider:install                    into ~/.terraform.d/plugins, where Terraform looks by itself
 *     npm run provider:install -- --dir FOLDER    into a folder of your choice
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProvider } from './build-provider.js';
import { thisPlatform } from './platforms.js';
import { readAddress } from './read-address.js';

const { values } = parseArgs({ options: { dir: { type: 'string' } } });
const platform = thisPlatform();
if (platform === undefined) {
  process.stderr.write(
    `provider:install: there is no provider for ${process.platform} ${process.arch}\n` +
      '  on Windows, install and run Terraform in WSL: a provider for Windows must be a program, and this one is a script\n',
  );
  process.exit(1);
}
const { host, namespace, type, version } = readAddress();
// npm runs scripts in the folder of package.json; what is meant is where the person stands.
const given = values.dir && resolve(process.env['INIT_CWD'] ?? process.cwd(), values.dir);
const mirror = given ?? join(homedir(), '.terraform.d', 'plugins');
const file = join(mirror, host, namespace, type, version, platform, `terraform-provider-${type}_v${version}`);

mkdirSync(dirname(file), { recursive: true });
// Made outside the package's folder, whose every file counts for its checksum, and put there at once: a Terraform that
// runs just now goes on with the file that it has opened.
const fresh = join(mirror, `.${type}-${process.pid}.new`);
buildProvider(fresh);
renameSync(fresh, file);

const lines = [`installed ${host}/${namespace}/${type} ${version} as`, `  ${file}`, ''];
if (given === undefined) {
  lines.push(
    'Terraform looks there by itself, unless a configuration of its command line says otherwise. Then it needs',
  );
} else {
  const configuration = join(mirror, 'terraform.tfrc');
  writeFileSync(configuration, providerInstallation(mirror, host, namespace));
  lines.push(
    'Tell Terraform with',
    '',
    `  export TF_CLI_CONFIG_FILE=${configuration}`,
    '',
    'or, if you have such a file already, with what stands in it:',
  );
}
lines.push(
  '',
  ...providerInstallation(mirror, host, namespace)
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`),
);
lines.push('', 'In your configuration:', '', ...requirement(`${host}/${namespace}/${type}`, version));
lines.push(
  '',
  'A provider that was installed again under the same version is refused by the lock file of the old one: remove',
  '`.terraform.lock.hcl`, and `terraform init` again.',
);
process.stdout.write(`${lines.join('\n')}\n`);

function providerInstallation(path, host, namespace) {
  const included = `["${host}/${namespace}/*"]`;
  return `provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(path)}
    include = ${included}
  }
  direct {
    exclude = ${included}
  }
}
`;
}

function requirement(source, version) {
  return [
    '  terraform {',
    '    required_providers {',
    `      almanac = { source = "${source}", version = "${version}" }`,
    '    }',
    '  }',
  ];
}
