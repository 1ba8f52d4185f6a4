// Pages and other features import this file.
/** The systems that a business can be connected with. */
export const SYSTEMS = ['metrc', 'leaflink', 'distru'] as const;
export type System = (typeof SYSTEMS)[number];
/** Those whose connections are the whole business's. */
export const VENDORS = ['leaflink', 'distru'] as const satisfies readonly System[];
export type Vendor = (typeof VENDORS)[number];

export const CONNECTION_STATUSES = ['active', 'failing', 'off'] as const;
export const CONNECTION_AUTHS = ['none', 'bearer', 'basic'] as const;
