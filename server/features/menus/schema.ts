import { z } from 'zod';
import { WEEKDAYS } from '../../kernel/delivery-days';
import {
  CalendarDate,
  Count,
  Id,
  listOf,
  Paging,
  paragraphs,
  Timestamp,
  Total,
  text,
  unchanged,
  wholeNumber,
} from '../../kernel/params';
import { postalState } from '../../kernel/states';
import { CATEGORY_NAMES } from '../products/categories';
import { AVAILABILITIES, GOODS_CHOICES, MENU_SETTABLE, MENU_STATUSES, PRICES_SHOWN } from './state';

/** Of one business, deleted ones aside. */
export const MAX_MENUS = 100;
/** Goods that a menu names one by one. */
export const MAX_VARIANTS = 500;
const MAX_BRANDS = 200;

const once = <T>(values: T[]): T[] => [...new Set(values)];

export const MenuSegment = z
  .strictObject({
    representative: Id.optional().meta({ description: 'Only customers of this member' }),
    bought_category: z
      .enum(CATEGORY_NAMES)
      .optional()
      .meta({ description: 'Only customers that bought goods of this category within a year' }),
    not_ordered_days: wholeNumber().min(1).max(3_650).optional().meta({
      description: 'Only customers without an order within so many days',
    }),
    price_list_id: Id.optional().meta({ description: 'Only customers with this price list' }),
  })
  .meta({ id: 'NewMenuSegment', description: 'Customers that a menu is mailed to; without fields all' });
export type Segment = z.infer<typeof MenuSegment>;

export const MailText = {
  subject: text(100).meta({ description: 'Subject of the mail; addresses in it are no links' }),
  message: paragraphs(1000).meta({ description: 'Text of the mail; addresses in it are no links' }),
};

const Schedule = z
  .strictObject({
    weekday: z.enum(WEEKDAYS).meta({ description: 'Day of the week on which it is mailed' }),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM')
      .meta({ description: 'Time of that day in the timezone of your business' }),
    segment: MenuSegment.optional(),
    ...MailText,
  })
  .meta({ id: 'NewMenuSchedule', description: 'When it is mailed each week, to whom and with what' });
export type Schedule = z.infer<typeof Schedule>;
/** The same in a response. */
const ShownSchedule = z
  .object({
    ...Schedule.shape,
    segment: z
      .object(MenuSegment.shape)
      .optional()
      .meta({ description: 'Customers that it is mailed to; all when absent' }),
    subject: z.string().meta({ description: 'Subject of the mail' }),
    message: z.string().meta({ description: 'Text of the mail' }),
  })
  .meta({ id: 'MenuScheduleView' });

const PricesShown = z.enum(PRICES_SHOWN).meta({
  description: '`hidden` leaves prices and the minimum out of everything that the link shows',
});
const Goods = z.enum(GOODS_CHOICES).meta({
  description: '`all` that you sell, less `categories` and `brands`; or `chosen`: exactly `variant_ids`',
});
const Availability = z.enum(AVAILABILITIES).meta({
  description: '`exact`: what could be ordered now; `levels`: in stock, low or out; `hidden`: nothing',
});

/** What a seller sets of a menu. */
const FIELDS = {
  name: text(100).meta({ description: 'Name of the menu' }),
  message: paragraphs(1000).nullish().meta({ description: 'Text above the goods; null for none' }),
  customer_id: Id.nullish().meta({
    description:
      'The customer for whom it is, at its prices; null for everybody with the link. Takes `read:customers`',
  }),
  prices: PricesShown.optional(),
  price_list_id: Id.nullish().meta({
    description:
      'Price list of your business; null for the wholesale price. A menu of a customer always has its own prices. Takes `update:prices`',
  }),
  goods: Goods.optional(),
  categories: z
    .array(z.enum(CATEGORY_NAMES))
    .max(CATEGORY_NAMES.length * 2)
    .overwrite(once)
    .optional()
    .meta({ description: 'Categories that `all` leaves out' }),
  brands: z
    .array(text(100))
    .max(MAX_BRANDS, `must have at most ${MAX_BRANDS} entries`)
    .overwrite(once)
    .optional()
    .meta({ description: 'Brands that `all` leaves out' }),
  variant_ids: z
    .array(Id)
    .max(MAX_VARIANTS, `must have at most ${MAX_VARIANTS} entries`)
    .overwrite(once)
    .optional()
    .meta({ description: 'Variants that `chosen` has, in any order' }),
  availability: Availability.optional(),
  certificates: z.boolean().optional().meta({
    description: 'Whether certificates of your own goods can be downloaded',
  }),
  takes_requests: z.boolean().optional().meta({ description: 'Whether an order can be requested' }),
  minimum_order: Total.nullish().meta({
    description: 'Least subtotal of a request in US dollars; null for `settings.minimum_order`',
  }),
  passcode: z
    .string()
    .min(8, 'must be at least 8 characters')
    .max(128, 'must be at most 128 characters')
    .nullish()
    .meta({ description: 'Asked of who opens the link; never returned. Null for none' }),
  location_id: Id.nullish().meta({ description: 'Whose stock counts; null for all premises that may ship' }),
  state: z.string().min(1, 'must not be empty').max(100).overwrite(postalState).nullish().meta({
    description:
      'State whose premises count, such as `CA`; required where premises that may ship lie in several, unless `location_id` or `customer_id` is given',
  }),
  expires_on: CalendarDate.nullish().meta({
    description: 'Its last day in the calendar of your business; null for no end',
  }),
  schedule: Schedule.nullish().meta({ description: 'When it is mailed each week; null for never' }),
};

export const NewMenu = z.strictObject(FIELDS).meta({
  examples: [{ name: 'Weekly menu', availability: 'levels', certificates: true }],
});

const PathId = Id.meta({ description: 'Id of the menu' });
export const MenuId = z.strictObject({ id: PathId });
/** Fields that a PATCH accepts only unchanged (decision 34). */
export const MENU_READ_ONLY = [
  'has_passcode',
  'url',
  'views_7_days',
  'requests_waiting',
  'updated_at',
  'created_at',
] as const;
export const UpdateMenu = z
  .strictObject({
    id: PathId,
    ...FIELDS,
    name: FIELDS.name.optional(),
    status: z
      .enum(MENU_SETTABLE, { error: `must be ${MENU_SETTABLE.join(' or ')}` })
      .optional()
      .meta({ description: 'Whether its link works; `expired` follows from `expires_on`' }),
    ...unchanged(MENU_READ_ONLY),
  })
  .meta({ examples: [{ status: 'off' }] });

export const RotateMenu = z
  .strictObject({
    id: PathId,
    links: z.boolean().optional().meta({ description: 'true also ends the links that were mailed' }),
  })
  .meta({ examples: [{ links: true }] });

export const MenuStatus = z.enum(MENU_STATUSES).meta({
  id: 'MenuStatus',
  description: '`active` until it is turned `off`, or `expired` after its last day',
});

export const Menu = z
  .object({
    id: PathId,
    name: FIELDS.name,
    message: z.string().nullable().meta({ description: 'Text above the goods' }),
    customer_id: Id.nullable().meta({ description: 'The customer for whom it is; null for everybody' }),
    prices: PricesShown,
    price_list_id: Id.nullable().meta({ description: 'Price list; null for the wholesale price' }),
    goods: Goods,
    categories: z.array(z.enum(CATEGORY_NAMES)).meta({ description: 'Categories that `all` leaves out' }),
    brands: z.array(z.string()).meta({ description: 'Brands that `all` leaves out' }),
    variant_ids: z.array(Id).meta({ description: 'Variants that `chosen` has' }),
    availability: Availability,
    certificates: z.boolean().meta({ description: 'Whether certificates can be downloaded' }),
    takes_requests: z.boolean().meta({ description: 'Whether an order can be requested' }),
    minimum_order: Total.nullable().meta({
      description: 'Least subtotal of a request in US dollars; null for that of the business',
    }),
    has_passcode: z.boolean().meta({ description: 'Whether it asks for a passcode' }),
    location_id: Id.nullable().meta({ description: 'Whose stock counts; null for all that may ship' }),
    state: z.string().nullable().meta({ description: 'State whose premises count, as a postal code' }),
    expires_on: CalendarDate.nullable().meta({ description: 'Its last day; null for no end' }),
    status: MenuStatus,
    schedule: ShownSchedule.nullable().meta({ description: 'When it is mailed each week; null for never' }),
    url: z.string().meta({ format: 'uri', description: 'Its link: who has it can open the menu' }),
    views_7_days: Count.meta({ description: 'How often its links were opened in the last 7 days' }),
    requests_waiting: Count.meta({ description: 'Requests that wait for you' }),
    updated_at: Timestamp.meta({ description: 'When it last changed' }),
    created_at: Timestamp.meta({ description: 'When it was made' }),
  })
  .meta({
    id: 'Menu',
    description: 'What you sell, for who has its link',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b72',
        name: 'Weekly menu',
        message: null,
        customer_id: null,
        prices: 'shown',
        price_list_id: null,
        goods: 'all',
        categories: [],
        brands: [],
        variant_ids: [],
        availability: 'levels',
        certificates: true,
        takes_requests: true,
        minimum_order: null,
        has_passcode: false,
        location_id: null,
        state: 'CA',
        expires_on: null,
        status: 'active',
        schedule: null,
        url: 'https://tallyleaf.example/m/4mk9t2hq7v0x5rj3znb8wcd6ya',
        views_7_days: 12,
        requests_waiting: 1,
        updated_at: '2026-01-02T15:04:05.000Z',
        created_at: '2026-01-02T15:04:05.000Z',
      },
    ],
  });
export const MenuList = listOf(Menu);
export type MenuView = z.infer<typeof Menu>;

export const ListMenus = z.strictObject({
  status: MenuStatus.optional().meta({ description: 'Only menus in this status' }),
  customer_id: Id.optional().meta({ description: 'Only menus of this customer' }),
  ...Paging,
});

/** A customer's link to a menu. */
export const MenuLink = z
  .object({
    id: Id.meta({ description: 'Id of the link' }),
    customer_id: Id.meta({ description: 'The customer that it was mailed to' }),
    customer_name: z.string().nullable().meta({
      description: 'What your business calls it; null without `read:customers`',
    }),
    url: z.string().meta({ format: 'uri', description: 'The link' }),
    views_7_days: Count.meta({ description: 'How often it was opened in the last 7 days' }),
    last_opened_on: CalendarDate.nullable().meta({ description: 'Day (UTC) on which it was last opened' }),
    last_mailed_at: Timestamp.nullable().meta({ description: 'When it was last mailed' }),
    revoked_at: Timestamp.nullable().meta({ description: 'When it was ended; null while it works' }),
  })
  .meta({
    id: 'MenuLink',
    description: 'The link of one customer, with its prices',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b73',
        customer_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06',
        customer_name: 'Harbor & Pine',
        url: 'https://tallyleaf.example/m/4mk9t2hq7v0x5rj3znb8wcd6ya',
        views_7_days: 2,
        last_opened_on: '2026-01-02',
        last_mailed_at: '2026-01-02T15:04:05.000Z',
        revoked_at: null,
      },
    ],
  });
export const MenuLinkList = listOf(MenuLink);
export const ListMenuLinks = z.strictObject({ id: PathId, ...Paging });
export const MenuLinkId = z.strictObject({
  id: PathId,
  link_id: Id.meta({ description: 'Id of the link' }),
});
