// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { settingsPatch, settingsSchema } from '@/components/business/settings-values';
import { goodsOf } from '@/components/money/invoices/credit-draft';
import { invoicesList } from '@/components/money/invoices/list';
import { CreditLine } from '@/components/orders/order-entry/credit-line';

afterEach(cleanup);

const SETTINGS = {
  default_terms_days: 30,
  credit_check: 'placing',
  block_overdue_days: null,
  invoice_at: 'shipped',
  dunning: false,
  remittance_text: 'PO Box 12',
};

describe('invoice settings', () => {
  it('sends only what changed, and an empty text as null', () => {
    expect(settingsPatch(SETTINGS, { ...SETTINGS, remittance_text: '', block_overdue_days: 0 })).toEqual({
      settings: { remittance_text: null, block_overdue_days: 0 },
    });
  });

  it('rejects terms beyond a year and parts of days', () => {
    const schema = settingsSchema(['default_terms_days']);
    for (const default_terms_days of [366, 1.5, -1, null]) {
      expect(schema.safeParse({ default_terms_days }).success).toBe(false);
    }
    expect(schema.safeParse({ default_terms_days: 0 }).success).toBe(true);
  });
});

describe('credited goods', () => {
  it('by weight have the step that they were sold in', () => {
    expect(goodsOf({ unit: 'g', amount: 0.3, quantity: 3 })).toEqual({ unit: 'g', step: 0.1 });
    expect(goodsOf({ unit: 'lb', amount: 12.34, quantity: 1234 })).toEqual({ unit: 'lb', step: 0.01 });
    expect(goodsOf({ unit: null, amount: 3, quantity: 3 })).toEqual({ unit: null, step: null });
  });
});

describe('list of invoices', () => {
  const state = (search: string) => invoicesList.load(new URLSearchParams(search));

  it('asks for overdue invoices by their own filter', () => {
    expect(invoicesList.request(state('status=overdue'), 'selling')).toMatchObject({
      side: 'selling',
      overdue: true,
    });
  });

  it('names the other party by the side', () => {
    const id = '01940000-0000-7000-8000-000000000000';
    expect(invoicesList.request(state(`party=${id}`), 'selling')).toMatchObject({ customer_id: id });
    expect(invoicesList.request(state(`party=${id}&side=buying`), 'selling')).toMatchObject({
      side: 'buying',
      supplier_id: id,
    });
  });
});

describe('credit beside Place', () => {
  const shown = (exposure: number | null, limit: number | null, total: number) => {
    const { container } = render(<CreditLine quote={{ exposure, limit, total }} />);
    return container;
  };

  it('adds the order once to what is owed', () => {
    shown(500, 600, 100);
    expect(screen.getByText('$600.00 of $600.00')).toBeDefined();
    expect(screen.getByText('$600.00 of $600.00').parentElement?.className).not.toContain('destructive');
  });

  it('warns one cent beyond the limit', () => {
    shown(500, 600, 100.01);
    expect(screen.getByText('$600.01 of $600.00').parentElement?.className).toContain('destructive');
  });

  it('says nothing of a customer that owes nothing and has no limit', () => {
    expect(shown(0, null, 100).textContent).toBe('');
    expect(shown(null, null, 100).textContent).toBe('');
  });
});
