import type { Connection, Provider } from './types';

export const PROVIDER: Record<Provider, { label: string; explained: string }> = {
  simulator: {
    label: 'Simulator',
    explained: 'A demo shop that sells and receives a little between syncs.',
  },
  http: {
    label: 'HTTP-JSON',
    explained: 'Any POS that serves our published contract over HTTPS.',
  },
  square: { label: 'Square', explained: "Square's inventory and catalog, with your access token." },
  dutchie: {
    label: 'Dutchie POS',
    explained: "Dutchie's inventory and sales, with the API key of the location.",
  },
};

export type AuthKind = Connection['auth'];
export const AUTH: Record<AuthKind, string> = {
  none: 'None',
  bearer: 'Bearer token',
  basic: 'User name and password',
};
