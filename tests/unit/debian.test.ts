import { expect, test } from 'vitest';
import { changedBy } from '../setup/debian';

test('recognizes the packages that an installation would upgrade', () => {
  const plan = `The following NEW packages will be installed:
  haproxy
Inst libpq5 [15.8-0+deb12u1] (15.9-0+deb12u1 Debian:12.9/stable [amd64])
Inst haproxy (2.6.12-1+deb12u1 Debian:12.9/stable [amd64])
Conf haproxy (2.6.12-1+deb12u1 Debian:12.9/stable [amd64])`;
  expect(changedBy(plan)).toEqual(['libpq5']);
  expect(changedBy(plan.replace(/Inst libpq5.*\n/, ''))).toEqual([]);
});
