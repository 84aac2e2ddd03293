export declare function outputs(): Promise<Readonly<Record<string, string>>>;
