export declare const platforms: readonly string[];
export declare function thisPlatform(platform?: string, arch?: string): string | undefined;
