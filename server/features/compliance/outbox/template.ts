import type { TransferType } from '../tables';
import type { Problem } from '../words';
import { type Judged, UNSUPPORTED } from './adjustment';

/** What the template of a shipment is made of, as the order has it. */
export interface TemplateFacts {
  order_number: string;
  recipient_license: string | null;
  transporter_license: string;
  planned_route: string | null;
  /** Moments, shown in the timezone of the business. */
  departs_at: string | null;
  arrives_at: string | null;
  timezone: string;
  driver: { name: string; license_number: string; employee_id: string | null; phone: string | null } | null;
  vehicle: { make: string; model: string; plate: string } | null;
  packages: Array<{ tag: string; price: string; whole: boolean }>;
  /** Units without a tag. */
  untagged: number;
}

/** What is known of the license that ships. */
export interface KnownShipper {
  transferType: string | null;
  transferTypes: TransferType[] | null;
  templates: boolean;
}

const missing = (field: string, message: string): Problem => ({ field, code: 'required', message });

/** What is sent of a shipment. @param templateId of a template that exists; null for a new one */
export function judgeTemplate(
  facts: TemplateFacts,
  { transferType, transferTypes, templates }: KnownShipper,
  templateId: string | null,
): Judged {
  const type = transferTypes?.find(({ name }) => name === transferType);
  const problems = [
    ...(templates ? [] : [UNSUPPORTED]),
    ...shipmentProblems(facts),
    ...typeProblems(transferType, type, transferTypes),
    ...packageProblems(facts),
  ];
  const body = [
    {
      ...(templateId !== null && { TransferTemplateId: Number(templateId) }),
      Name: facts.order_number,
      TransporterFacilityLicenseNumber: null,
      Destinations: [destinationOf(facts, transferType, type?.wholesale ?? false)],
    },
  ];
  const method = templateId === null ? 'POST' : 'PUT';
  return { request: { method, path: '/transfers/v2/templates/outgoing', body }, problems };
}

function destinationOf(facts: TemplateFacts, transferType: string | null, isWholesale: boolean) {
  const times = {
    EstimatedDepartureDateTime: localTime(facts.departs_at, facts.timezone),
    EstimatedArrivalDateTime: localTime(facts.arrives_at, facts.timezone),
  };
  const { driver, vehicle } = facts;
  return {
    RecipientLicenseNumber: facts.recipient_license,
    TransferTypeName: transferType,
    PlannedRoute: facts.planned_route,
    ...times,
    GrossWeight: null,
    GrossUnitOfWeightId: null,
    Transporters: [
      {
        TransporterFacilityLicenseNumber: facts.transporter_license,
        DriverOccupationalLicenseNumber: driver?.employee_id ?? null,
        DriverName: driver?.name ?? null,
        DriverLicenseNumber: driver?.license_number ?? null,
        PhoneNumberForQuestions: driver?.phone ?? null,
        VehicleMake: vehicle?.make ?? null,
        VehicleModel: vehicle?.model ?? null,
        VehicleLicensePlateNumber: vehicle?.plate ?? null,
        IsLayover: false,
        ...times,
        TransporterDetails: null,
      },
    ],
    Packages: facts.packages.map(({ tag, price }) => ({
      PackageLabel: tag,
      ...(isWholesale && { WholesalePrice: price }),
    })),
  };
}

function shipmentProblems(facts: TemplateFacts): Problem[] {
  const { driver, vehicle } = facts;
  return [
    ...(facts.recipient_license
      ? []
      : [missing('recipient_license', 'The buyer’s premises have no license.')]),
    ...(facts.planned_route ? [] : [missing('shipment.planned_route', 'Enter the planned route.')]),
    ...(facts.departs_at ? [] : [missing('shipment.departs_at', 'Enter the departure.')]),
    ...(facts.arrives_at ? [] : [missing('shipment.arrives_at', 'Enter the estimated arrival.')]),
    ...(driver ? [] : [missing('shipment.driver_id', 'Name the driver.')]),
    ...(driver && !driver.employee_id
      ? [missing('driver.employee_id', `Enter the employee number of ${driver.name} as Metrc has it.`)]
      : []),
    ...(vehicle ? [] : [missing('shipment.vehicle_id', 'Name the vehicle.')]),
  ];
}

function typeProblems(
  name: string | null,
  type: TransferType | undefined,
  known: TransferType[] | null,
): Problem[] {
  if (name === null) return [missing('transfer_type', 'Choose the type of transfers of this connection.')];
  if (known && !type)
    return [missing('transfer_type', `Metrc has no type of transfers that is called ${name}.`)];
  if (type?.gross_weight) {
    return [
      missing('gross_weight', `${name} wants the gross weight of each package. Make this template in Metrc.`),
    ];
  }
  return [];
}

function packageProblems({ packages, untagged }: TemplateFacts): Problem[] {
  const parts = packages.filter(({ whole }) => !whole);
  return [
    ...(untagged > 0 || packages.length === 0
      ? [
          {
            field: 'lots',
            code: 'untagged_units' as const,
            message: 'Choose packages with a tag for all units that leave these premises.',
          },
        ]
      : []),
    ...parts.map(({ tag }) => ({
      field: `packages.${tag}`,
      code: 'split_package' as const,
      message: `Only a part of ${tag} leaves. Make a package of that part in Metrc, and choose it.`,
    })),
  ];
}

/** A moment as a clock shows it there, without an offset. */
function localTime(moment: string | null, timezone: string): string | null {
  if (moment === null) return null;
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: timezone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).formatToParts(new Date(moment));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '00';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}`;
}
