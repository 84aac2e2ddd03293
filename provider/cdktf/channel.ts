import type { Construct } from 'constructs';
import { Declaration, defined, metadataOf } from './declaration.ts';
import type { ChannelProps } from './props.ts';

/** Where alerts go. A tenant refers to its channels, so that a channel has its tenant by name alone. */
export class Channel extends Declaration {
  constructor(scope: Construct, id: string, props: ChannelProps) {
    const { tenant: _, name: __, ...spec } = props;
    super(scope, id, 'Channel', { metadata: metadataOf(id, props), spec: defined(spec) });
  }
}
