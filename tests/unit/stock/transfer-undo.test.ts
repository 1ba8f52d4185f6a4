import { expect, test } from 'vitest';
import type { Transfer } from '@/components/stock/transfers/types';
import { linesBack } from '@/components/stock/transfers/undo';

type Movement = Transfer['movements'][number];
let position = 0;

const movement = (fields: Partial<Movement> & Pick<Movement, 'inventory_id' | 'delta'>): Movement => ({
  id: `m${position++}`,
  product_id: 'p',
  product_name: 'Blue Dream',
  variant_id: 'v',
  sku: 'BD',
  variant_name: '3.5 g',
  category: 'flower',
  image: null,
  unit: null,
  step: null,
  amount: 0,
  amount_after: 0,
  location_id: `at-${fields.inventory_id}`,
  room_type: 'vault',
  quantity_after: 0,
  lot_id: null,
  ...fields,
});
const back = (movements: Movement[]) => linesBack({ movements } as Transfer);

test('returns each lot to the room that it left', () => {
  const lines = back([
    movement({ inventory_id: 'floor', delta: 5, lot_id: 'one', room_type: 'sales_floor' }),
    movement({ inventory_id: 'floor', delta: 2, room_type: 'sales_floor' }),
    movement({ inventory_id: 'vault', delta: -5, lot_id: 'one' }),
    movement({ inventory_id: 'vault', delta: -2 }),
  ]);
  expect(lines).toEqual([
    { inventory_id: 'floor', to_location_id: 'at-vault', to_room_type: 'vault', quantity: 5, lot_id: 'one' },
    { inventory_id: 'floor', to_location_id: 'at-vault', to_room_type: 'vault', quantity: 2 },
  ]);
});

test('splits what came from two rooms, and leaves a room that it only passed through', () => {
  const lines = back([
    movement({ inventory_id: 'b', delta: 5 }),
    movement({ inventory_id: 'c', delta: 8 }),
    movement({ inventory_id: 'a', delta: -8 }),
    movement({ inventory_id: 'b', delta: -5 }),
  ]);
  expect(lines).toEqual([{ inventory_id: 'c', to_location_id: 'at-a', to_room_type: 'vault', quantity: 8 }]);
});
