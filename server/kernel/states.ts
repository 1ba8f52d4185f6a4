// Pages import this file.
/** Postal codes of states, districts and territories, by name. `postal_state` of the database has the same list. */
export const POSTAL_CODES: Readonly<Record<string, string>> = {
  ALABAMA: 'AL',
  ALASKA: 'AK',
  'AMERICAN SAMOA': 'AS',
  ARIZONA: 'AZ',
  ARKANSAS: 'AR',
  CALIFORNIA: 'CA',
  COLORADO: 'CO',
  CONNECTICUT: 'CT',
  DELAWARE: 'DE',
  'DISTRICT OF COLUMBIA': 'DC',
  FLORIDA: 'FL',
  GEORGIA: 'GA',
  GUAM: 'GU',
  HAWAII: 'HI',
  IDAHO: 'ID',
  ILLINOIS: 'IL',
  INDIANA: 'IN',
  IOWA: 'IA',
  KANSAS: 'KS',
  KENTUCKY: 'KY',
  LOUISIANA: 'LA',
  MAINE: 'ME',
  MARYLAND: 'MD',
  MASSACHUSETTS: 'MA',
  MICHIGAN: 'MI',
  MINNESOTA: 'MN',
  MISSISSIPPI: 'MS',
  MISSOURI: 'MO',
  MONTANA: 'MT',
  NEBRASKA: 'NE',
  NEVADA: 'NV',
  'NEW HAMPSHIRE': 'NH',
  'NEW JERSEY': 'NJ',
  'NEW MEXICO': 'NM',
  'NEW YORK': 'NY',
  'NORTH CAROLINA': 'NC',
  'NORTH DAKOTA': 'ND',
  'NORTHERN MARIANA ISLANDS': 'MP',
  OHIO: 'OH',
  OKLAHOMA: 'OK',
  OREGON: 'OR',
  PENNSYLVANIA: 'PA',
  'PUERTO RICO': 'PR',
  'RHODE ISLAND': 'RI',
  'SOUTH CAROLINA': 'SC',
  'SOUTH DAKOTA': 'SD',
  TENNESSEE: 'TN',
  TEXAS: 'TX',
  UTAH: 'UT',
  VERMONT: 'VT',
  'VIRGIN ISLANDS': 'VI',
  VIRGINIA: 'VA',
  WASHINGTON: 'WA',
  'WEST VIRGINIA': 'WV',
  WISCONSIN: 'WI',
  WYOMING: 'WY',
};

/** The postal code of a state by its code or name; of other texts the upper case, without periods and repeated space. */
export function postalState(state: string): string {
  const written = state.toUpperCase().replaceAll('.', '').replaceAll(/\s+/g, ' ').trim();
  return POSTAL_CODES[written] ?? written;
}

/** Names of states, districts and territories as they are written, by their postal code. */
export const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(POSTAL_CODES).map(([name, code]) => [
    code,
    name.toLowerCase().replaceAll(/\b(?!of\b)[a-z]/g, (letter) => letter.toUpperCase()),
  ]),
);

const CODES = new Set(Object.values(POSTAL_CODES));
/** Whether a text names a state, district or territory, by its code or name. */
export const isState = (text: string): boolean => CODES.has(postalState(text));
