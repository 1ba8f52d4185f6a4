import { z } from 'zod';
import { measured, someFor } from '../../../kernel/measured';
import { Amount, Count, Id, Note, Price, Timestamp, Total, wholeNumber } from '../../../kernel/params';
import { PriceLadder, PriceSource } from '../../pricing/schema';
import { Appearance } from '../../products/schema';
import { InventoryItem, LotNames, MAX_QUANTITY, Place, RoomType } from '../schema';

/** Lines of a transfer at most (decision 42a). */
const MAX_TRANSFER_LINES = 500;

export const TransferStock = z
  .strictObject({
    lines: z
      .array(
        measured(
          z.strictObject({
            inventory_id: Id.meta({ description: 'Inventory item to take units from' }),
            to_location_id: Id.meta({ description: 'Your location to move them to' }),
            to_room_type: RoomType.meta({ description: 'Room to move them to' }),
            quantity: wholeNumber()
              .min(1, 'must be at least 1')
              .max(MAX_QUANTITY, 'must be at most 2000000000')
              .optional()
              .meta({ description: 'Units to move, all of them available' }),
            amount: someFor('quantity').optional(),
            lot_id: Id.optional().meta({
              description:
                'The lot to move. Without it units without a lot move first, then the lots that expire first; lots keep their identity',
            }),
          }),
        ),
      )
      .min(1, 'must have at least one line')
      .max(MAX_TRANSFER_LINES, `must have at most ${MAX_TRANSFER_LINES} lines`)
      .meta({ description: 'Movements, all of which succeed or none' }),
    notes: Note.optional().meta({ description: 'Required when a line takes stock out of quarantine' }),
  })
  .meta({
    examples: [
      {
        lines: [
          {
            inventory_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02',
            to_location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
            to_room_type: 'sales_floor',
            quantity: 12,
          },
        ],
        notes: 'Restock the floor for the weekend',
      },
    ],
  });
const TransferKey = Id.meta({ description: 'Id of the transfer' });
const TransferredAt = Timestamp.meta({ description: 'When the stock was moved' });

export const Transfer = z
  .object({
    id: TransferKey,
    data: z
      .array(InventoryItem)
      .meta({ description: 'Every item that changed, once: the source, then the target of each line' }),
    created_at: TransferredAt,
  })
  .meta({ id: 'Transfer' });

export const TransferId = z.strictObject({ id: TransferKey });

const TransferParty = z.object({
  id: Id.meta({ description: 'Id of the entity' }),
  name: z.string().meta({ description: 'Name of the entity' }),
});
const ofOrder = 'only for an order';
const inside = 'only for a transfer inside your business';

/** What `transfer.completed` carries (decision 62): goods that arrived with an order, or moved inside one business. */
export const TransferData = z
  .object({
    order_id: Id.nullable().meta({
      description: 'The delivered order; null for a transfer inside your business',
    }),
    from: TransferParty.meta({ description: 'Where the goods came from' }),
    to: TransferParty.meta({
      description: 'Where the goods went; the same entity for a transfer inside your business',
    }),
    items: z
      .array(
        z.object({
          id: Id.optional().meta({ description: `Id of the order line; ${ofOrder}` }),
          product_id: Place.product_id,
          product_name: Place.product_name,
          variant_id: Place.variant_id,
          sku: Place.sku,
          ...z.object(Appearance).partial().shape,
          quantity: Count.meta({ description: 'Units moved' }),
          amount: Amount.optional(),
          requested_quantity: Count.optional().meta({ description: `Units asked for; ${ofOrder}` }),
          shipped_quantity: Count.optional().meta({ description: `Units shipped; ${ofOrder}` }),
          expires_before_delivery: Count.optional().meta({
            description: `Units of lots that expire before the delivery date; ${ofOrder}`,
          }),
          received_quantity: Count.optional().meta({
            description: `Units accepted by the retailer; ${ofOrder}`,
          }),
          lots: z
            .array(
              z.object({
                ...LotNames,
                quantity: Count.meta({ description: 'Units of the lot' }),
                amount: Amount.optional(),
              }),
            )
            .optional()
            .meta({ description: `Lots of the line; ${ofOrder}` }),
          unit_price: Price.optional().meta({ description: `Price per unit in US dollars; ${ofOrder}` }),
          price_source: PriceSource.optional(),
          price_ladder: PriceLadder.optional().meta({ description: `Prices per unit by amount; ${ofOrder}` }),
          break_amount: z
            .number()
            .nullish()
            .meta({ description: `Amount whose price holds; ${ofOrder}` }),
          discount_bps: Count.optional().meta({ description: `Off the line, in basis points; ${ofOrder}` }),
          sample: z
            .boolean()
            .optional()
            .meta({ description: `Whether it is a sample; ${ofOrder}` }),
          discount_share: Total.optional().meta({
            description: `Part of the discounts of the order; ${ofOrder}`,
          }),
          total: Total.optional().meta({ description: `Total of the line in US dollars; ${ofOrder}` }),
          from_inventory_id: Id.optional().meta({ description: `Source inventory item; ${inside}` }),
          from_location_id: Id.optional().meta({ description: `Source location; ${inside}` }),
          from_room_type: RoomType.optional().meta({ description: `Source room; ${inside}` }),
          to_inventory_id: Id.optional().meta({ description: `Target inventory item; ${inside}` }),
          to_location_id: Id.optional().meta({ description: `Target location; ${inside}` }),
          to_room_type: RoomType.optional().meta({ description: `Target room; ${inside}` }),
          lot_id: Id.optional().meta({
            description: `Lot that moved; ${inside}, absent for units without a lot`,
          }),
        }),
      )
      .meta({ description: 'Goods, by line' }),
  })
  .meta({ id: 'TransferEventData', description: 'What moved from where to where' });
