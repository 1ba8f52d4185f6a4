import type { ContactPerson } from '../../features/entities/relationships/schema';

/** What a business wrote down about a customer or a supplier. */
export interface NotedPartner {
  /** Key of the business that wrote it. */
  by: string;
  /** Key of the other one; of a customer that isn't on board its account. */
  about: string;
  as: 'customer' | 'supplier';
  /** Email of the member who looks after it. */
  representative: string;
  notes: string | null;
  contacts: ReadonlyArray<Pick<ContactPerson, 'name'> & Partial<ContactPerson>>;
  /** Text, days until it is due, and how long ago it was done, in days. */
  followUps: ReadonlyArray<readonly [text: string, days: number, doneDaysAgo?: number]>;
}

const THEO = 'wholesaler@demo.test';
const RENEE = 'wholesaler.admin@demo.test';
const MARCUS = 'wholesaler.manager@demo.test';
const PRIYA = 'retailer.manager@demo.test';
const LEO = 'free@demo.test';
const IDA = 'cultivator@demo.test';
const GRACE = 'wholesaler2@demo.test';
const OWEN = 'wholesaler3@demo.test';
const ROSA = 'cultivator2@demo.test';

export const PARTNERS: readonly NotedPartner[] = [
  {
    ...{ by: 'wholesaler', about: 'retailer', as: 'customer', representative: MARCUS },
    notes: 'Wants vapes and edibles in one delivery. Downtown unloads in the back, Berkeley at the front.',
    contacts: [
      { name: 'Maya Alvarez', role: 'Owner', email: 'maya@harborpine.test', phone: '(510) 555-0142' },
      { name: 'Priya Nair', role: 'Purchasing', email: 'priya@harborpine.test', phone: '(510) 555-0144' },
      { name: 'Dev Kapoor', role: 'Accounts payable', email: 'ap@harborpine.test' },
    ],
    followUps: [
      ['Show the winter vapes to Priya', 2],
      ['Agree on a standing order for pre-rolls', 9],
      ['Send certificates of the new gummies', -6, 5],
    ],
  },
  {
    ...{ by: 'wholesaler', about: 'free', as: 'customer', representative: RENEE },
    notes: 'One delivery a week, Thursday before noon.',
    contacts: [{ name: 'Leo Marchetti', role: 'Owner', phone: '(510) 555-0163' }],
    followUps: [
      ['Call about a second delivery day', -2],
      ['Offer the tasting set', 5],
    ],
  },
  {
    ...{ by: 'wholesaler', about: 'GCD-1041', as: 'customer', representative: RENEE },
    notes: 'Pays by check on delivery. Ask for Nora.',
    contacts: [
      { name: 'Nora Quintana', role: 'Buyer', email: 'claimant@demo.test', phone: '(510) 555-0171' },
      { name: 'Gil Barros', role: 'Receiving', phone: '(510) 555-0172' },
    ],
    followUps: [['Compare the license number before confirming the claim', 1]],
  },
  {
    ...{ by: 'wholesaler', about: 'GCD-1046', as: 'customer', representative: MARCUS },
    notes: 'Deliveries before 11, the alley is closed after.',
    contacts: [
      { name: 'Ines Roth', role: 'Manager', email: 'orders@solanogreen.test', phone: '(510) 555-0184' },
    ],
    followUps: [['Ask whether they accepted the invitation', 3]],
  },
  {
    ...{ by: 'wholesaler', about: 'GCD-1052', as: 'customer', representative: MARCUS },
    notes: null,
    contacts: [{ name: 'Bea Tran', role: 'Owner', phone: '(707) 555-0158' }],
    followUps: [['Visit the shop', 12]],
  },
  {
    ...{ by: 'wholesaler', about: 'GCD-1060', as: 'customer', representative: THEO },
    notes: 'Supplies delivery services in Sonoma County.',
    contacts: [
      {
        name: 'Hugo Stein',
        role: 'Purchasing',
        email: 'buying@northcoastsupply.test',
        phone: '(707) 555-0190',
      },
    ],
    followUps: [['Review prices for the next quarter', 20]],
  },
  {
    ...{ by: 'wholesaler2', about: '2207', as: 'customer', representative: GRACE },
    notes: null,
    contacts: [{ name: 'June Abbott', role: 'Manager', email: 'hello@blossomtrail.test' }],
    followUps: [['Call about the missing jar', -9, 8]],
  },
  {
    ...{ by: 'wholesaler2', about: '2213', as: 'customer', representative: GRACE },
    notes: 'One drop a month, always on a Tuesday.',
    contacts: [{ name: 'Paul Reyes', role: 'Owner', phone: '(559) 555-0177' }],
    followUps: [['Confirm the drop of next month', 6]],
  },
  {
    ...{ by: 'wholesaler3', about: 'retailer', as: 'customer', representative: OWEN },
    notes: 'Compares our gummies with Golden Coast before each order.',
    contacts: [{ name: 'Priya Nair', role: 'Purchasing', phone: '(510) 555-0144' }],
    followUps: [['Offer a drop in Berkeley, too', 5]],
  },
  {
    ...{ by: 'cultivator2', about: 'retailer', as: 'customer', representative: ROSA },
    notes: null,
    contacts: [{ name: 'Maya Alvarez', role: 'Owner', phone: '(510) 555-0142' }],
    followUps: [['Send the list of the winter harvest', 9]],
  },
  {
    ...{ by: 'cultivator', about: 'wholesaler', as: 'customer', representative: IDA },
    notes: 'Takes the whole autumn harvest if the tests are back by October.',
    contacts: [
      { name: 'Theo Lindqvist', role: 'Owner', email: 'theo@goldencoast.test', phone: '(510) 555-0187' },
    ],
    followUps: [['Send samples of the greenhouse harvest', 4]],
  },
  {
    ...{ by: 'cultivator', about: 'wholesaler2', as: 'customer', representative: IDA },
    notes: null,
    contacts: [{ name: 'Grace Holloway', role: 'Owner', phone: '(559) 555-0129' }],
    followUps: [['Agree on a pickup day for the winter', 10]],
  },
  {
    ...{ by: 'wholesaler2', about: 'cultivator', as: 'supplier', representative: GRACE },
    notes: null,
    contacts: [{ name: 'Ida Brennan', role: 'Owner', email: 'ida@redwoodterrace.test' }],
    followUps: [['Ask for the menu of the greenhouse', 6]],
  },
  {
    ...{ by: 'retailer', about: 'wholesaler', as: 'supplier', representative: PRIYA },
    notes: 'No minimum. What is ordered before two leaves on the next delivery day.',
    contacts: [
      { name: 'Marcus Bell', role: 'Sales', email: 'marcus@goldencoast.test', phone: '(510) 555-0189' },
      { name: 'Renee Castillo', role: 'Returns and credits', email: 'renee@goldencoast.test' },
    ],
    followUps: [
      ['Ask for the price of 20 cases', 3],
      ['Claim the short delivery', -8, 7],
    ],
  },
  {
    ...{ by: 'retailer', about: 'wholesaler3', as: 'supplier', representative: PRIYA },
    notes: 'Orders from $500 on. Wednesday and Friday, if ordered before 11 on the day before.',
    contacts: [{ name: 'Owen Fairchild', role: 'Owner', phone: '(707) 555-0148' }],
    followUps: [['Ask about edibles on consignment', 6]],
  },
  {
    ...{ by: 'retailer', about: 'cultivator2', as: 'supplier', representative: PRIYA },
    notes: 'Thursdays only. Cheaper than the same jars from a distributor.',
    contacts: [{ name: 'Rosa Delgado', role: 'Owner', phone: '(707) 555-0193' }],
    followUps: [],
  },
  {
    ...{ by: 'free', about: 'wholesaler', as: 'supplier', representative: LEO },
    notes: null,
    contacts: [{ name: 'Renee Castillo', role: 'Sales', email: 'renee@goldencoast.test' }],
    followUps: [['Ask for a second delivery day', 7]],
  },
  {
    ...{ by: 'wholesaler', about: 'cultivator', as: 'supplier', representative: RENEE },
    notes: 'Harvests in June and October. The road is closed after heavy rain.',
    contacts: [
      { name: 'Ida Brennan', role: 'Owner', email: 'ida@redwoodterrace.test', phone: '(707) 555-0116' },
    ],
    followUps: [['Ask when the license is renewed', 8]],
  },
];
