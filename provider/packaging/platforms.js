/**
 * Where a file that begins with `#!/usr/bin/env node` can be started, in Terraform's words. Windows is not among them:
 * it starts only what ends in `.exe`. There the provider runs in the Linux that Windows brings.
 */
export const platforms = [
  'darwin_amd64',
  'darwin_arm64',
  'freebsd_amd64',
  'linux_386',
  'linux_amd64',
  'linux_arm',
  'linux_arm64',
];

const systems = { darwin: 'darwin', freebsd: 'freebsd', linux: 'linux' };
const processors = { ia32: '386', x64: 'amd64', arm: 'arm', arm64: 'arm64' };

/** This machine in Terraform's words; undefined where the provider does not run. */
export function thisPlatform(platform = process.platform, arch = process.arch) {
  const name = `${systems[platform]}_${processors[arch]}`;
  return platforms.includes(name) ? name : undefined;
}
