import { describe, expect, it } from 'vitest';
import {
  formatChange,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoney,
  formatMoneyShort,
  formatNumber,
  formatPercentage,
  formatRelative,
  formatShare,
  formatUtc,
  formatWindow,
  todayIn,
  UNKNOWN,
} from '../../../components/ui/format';

const LA = 'America/Los_Angeles';

describe('an unknown value is a dash, zero is zero', () => {
  it.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])('number %s', (value) => {
    for (const format of [
      formatMoney,
      formatMoneyShort,
      formatNumber,
      formatChange,
      formatShare,
      formatPercentage,
    ]) {
      expect(format(value)).toBe(UNKNOWN);
    }
  });

  it.each([null, undefined, '', 'soon'])('instant %s', (value) => {
    expect(formatDay(value, LA)).toBe(UNKNOWN);
    expect(formatDateTime(value, LA)).toBe(UNKNOWN);
    expect(formatUtc(value)).toBe(UNKNOWN);
    expect(formatRelative(value, LA)).toBe(UNKNOWN);
    expect(formatDate(value)).toBe(UNKNOWN);
  });

  it('zero', () => {
    expect(formatMoney(0)).toBe('$0.00');
    expect(formatNumber(0)).toBe('0');
    expect(formatChange(0)).toBe('0');
    expect(formatShare(0)).toBe('0%');
  });
});

describe('numbers', () => {
  it('groups thousands and keeps cents', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50');
    expect(formatMoney(-3)).toBe('-$3.00');
    expect(formatMoneyShort(12_400)).toBe('$12.4K');
    expect(formatNumber(1204)).toBe('1,204');
  });

  it('gives a change its sign', () => {
    expect(formatChange(12)).toBe('+12');
    expect(formatChange(-3)).toBe('−3');
  });

  it('rounds a share to one decimal', () => {
    expect(formatShare(0.1254)).toBe('12.5%');
    expect(formatPercentage(21.4)).toBe('21.4%');
  });

  it('counts with the right noun', () => {
    expect(formatCount(1, 'item')).toBe('1 item');
    expect(formatCount(1204, 'item')).toBe('1,204 items');
    expect(formatCount(0, 'entry', 'entries')).toBe('0 entries');
  });
});

describe('dates', () => {
  const instant = '2026-03-05T02:07:31Z';

  it('shows a calendar date unchanged in every timezone', () => {
    expect(formatDate('2026-03-04')).toBe('Mar 4, 2026');
    expect(formatDate('2026-13-04')).toBe(UNKNOWN);
  });

  it('shows an instant on the day it was for the business', () => {
    expect(formatDay(instant, LA)).toBe('Mar 4, 2026');
    expect(formatDay(instant, 'UTC')).toBe('Mar 5, 2026');
    expect(formatDateTime(instant, LA)).toMatch(/^Mar 4, 2026, 6:07\sPM$/);
    expect(formatUtc(instant)).toBe('2026-03-05 02:07:31 UTC');
  });

  it('knows which day it is for the business', () => {
    expect(todayIn(LA, new Date(instant))).toBe('2026-03-04');
    expect(todayIn('Asia/Tokyo', new Date('2026-03-04T15:00:00Z'))).toBe('2026-03-05');
  });

  it.each([
    [-30, 'just now'],
    [30, 'in less than a minute'],
    [-300, '5 minutes ago'],
    [-7200, '2 hours ago'],
    [-86_400, 'yesterday'],
    [2 * 86_400, 'in 2 days'],
    [-7 * 86_400, 'Feb 25'],
    [-40 * 86_400, 'Jan 23'],
    [-400 * 86_400, 'Jan 28, 2025'],
  ])('%i seconds away reads "%s"', (seconds, text) => {
    const now = new Date('2026-03-05T02:07:31Z');
    expect(formatRelative(new Date(now.getTime() + seconds * 1000), LA, now)).toBe(text);
  });
});

describe('delivery windows', () => {
  it.each([
    ['08:00-11:00', LA, '8–11 AM PT'],
    ['09:00-12:00', LA, '9 AM–12 PM PT'],
    ['13:30-15:00', 'America/New_York', '1:30–3 PM ET'],
    ['00:00-23:59', LA, '12 AM–11:59 PM PT'],
    ['08:00-11:00', 'UTC', '8–11 AM UTC'],
    ['Tuesday morning', LA, 'Tuesday morning'],
    ['25:00-26:00', LA, '25:00-26:00'],
    [null, LA, UNKNOWN],
  ])('shows %s in %s as %s', (window, timezone, text) => {
    expect(formatWindow(window, timezone)).toBe(text);
  });
});
