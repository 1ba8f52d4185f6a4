// Pages and other features import this file.
/** What a state's Metrc offers to programs. */
export interface Capability {
  name: string;
  packages: boolean;
  /** Incoming and outgoing transfers. */
  transfers: boolean;
  /** Whether templates of transfers are created. */
  templates: boolean;
}

const whole = (name: string): Capability => ({ name, packages: true, transfers: true, templates: true });
const neither = (name: string): Capability => ({ name, packages: false, transfers: false, templates: false });

/** By postal code. States that no public text confirms (`ak`, `il`, `ny`, `vi`) are left out until they are checked. */
export const STATES = {
  al: neither('Alabama'),
  ca: whole('California'),
  co: whole('Colorado'),
  dc: whole('District of Columbia'),
  gu: whole('Guam'),
  ky: neither('Kentucky'),
  la: whole('Louisiana'),
  ma: whole('Massachusetts'),
  md: whole('Maryland'),
  me: whole('Maine'),
  mi: whole('Michigan'),
  mn: { ...whole('Minnesota'), templates: false },
  mo: whole('Missouri'),
  ms: whole('Mississippi'),
  mt: whole('Montana'),
  nj: whole('New Jersey'),
  nv: whole('Nevada'),
  oh: whole('Ohio'),
  ok: whole('Oklahoma'),
  or: whole('Oregon'),
  ri: whole('Rhode Island'),
  sd: whole('South Dakota'),
  va: whole('Virginia'),
  wv: whole('West Virginia'),
} as const satisfies Record<string, Capability>;

export type StateCode = keyof typeof STATES;
export const STATE_CODES = Object.keys(STATES) as [StateCode, ...StateCode[]];
export const capabilityOf = (state: StateCode): Capability => STATES[state];
