// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, test } from 'vitest';
import { TellLink } from '@/components/home/tell-link';
import { navigation } from '../../../setup/navigation';

navigation.pathname = '/';
afterEach(cleanup);

type Props = ComponentProps<typeof TellLink>;
const order = {
  ...{ id: 'o', order_number: 'ORD-1', retailer: { name: 'Corner' }, wholesaler: { name: 'Coast' } },
} as Props['order'];
const customer = (status: 'claimed' | 'unclaimed', email: string | null) =>
  ({ status, contact: { email, phone: null } }) as Props['customer'];

test.each([
  ['the seller, of a customer on board', 'wholesaler', customer('claimed', 'a@corner.example'), 'Corner'],
  ['the buyer', 'retailer', null, 'Coast'],
] as const)('leads %s to the comment box', (_, side, buyer, name) => {
  render(<TellLink order={order} side={side} customer={buyer} />);
  const link = screen.getByRole('link', { name: `Message ${name} about ORD-1` });
  expect(link.getAttribute('href')).toBe('/orders/o#comment');
});

test('starts an email to a customer that is not on board and reads no comments', () => {
  render(<TellLink order={order} side="wholesaler" customer={customer('unclaimed', 'a@corner.example')} />);
  const link = screen.getByRole('link', { name: 'Email Corner about ORD-1' });
  expect(link.getAttribute('href')).toBe('mailto:a@corner.example?subject=ORD-1');
});

test('offers nothing where a customer that is not on board has no email', () => {
  render(<TellLink order={order} side="wholesaler" customer={customer('unclaimed', null)} />);
  expect(screen.queryByRole('link')).toBeNull();
});
