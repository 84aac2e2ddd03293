import { expect, test } from 'vitest';

/**
 * The packages that provider/ is going to stand on. Nothing of ours imports them yet, so this test is what keeps
 * them installed, current and fit for each other.
 */
const packages = async () => {
  try {
    return {
      ...(await import('cdktf')),
      // By deep path: the package's door loads every resource of Google Cloud.
      ...(await import('@cdktf/provider-google/lib/provider/index.js')),
      ...(await import('@cdktf/provider-google/lib/cloud-run-v2-service/index.js')),
    };
  } catch (cause) {
    throw new Error('the packages of provider/ are missing: run `npm ci`, without `--workspaces=false`', {
      cause,
    });
  }
};

test('a stack with one Google resource synthesises to Terraform JSON', async () => {
  const { App, TerraformStack, Testing, GoogleProvider, CloudRunV2Service } = await packages();

  const stack = new TerraformStack(new App(), 'almanac');
  new GoogleProvider(stack, 'google', { project: 'benefits-example', region: 'europe-west2' });
  new CloudRunV2Service(stack, 'serve', {
    name: 'almanac-serve',
    location: 'europe-west2',
    template: { containers: [{ image: 'europe-docker.pkg.dev/benefits-example/almanac/serve' }] },
  });

  const { provider, resource } = JSON.parse(Testing.synth(stack));
  expect(provider).toEqual({ google: [{ project: 'benefits-example', region: 'europe-west2' }] });
  expect(resource.google_cloud_run_v2_service.serve).toMatchObject({
    name: 'almanac-serve',
    location: 'europe-west2',
    template: { containers: [{ image: 'europe-docker.pkg.dev/benefits-example/almanac/serve' }] },
  });
});
