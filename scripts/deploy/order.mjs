const BUYER = { email: 'retailer@demo.test', password: 'demo-password-2026' };

/**
 * Looks at the page of a demo, signs in and orders what an earlier order had, one unit.
 * @param {string} url of a server with the demo
 * @returns {Promise<string>} the order's number
 * @throws Error when no line can be ordered, or a request fails
 */
export async function placeOrder(url) {
  const page = await fetch(`${url}/sign-in`);
  if (!page.ok || !(await page.text()).includes('/_next/static/'))
    throw new Error(`GET /sign-in: ${page.status}`);
  const { access_token: token } = await call(url, 'POST', '/auth/login', BUYER);
  const { data: earlier } = await call(url, 'GET', '/api/v1/orders', undefined, token);
  for (const { id } of earlier) {
    const { wholesaler, items } = await call(url, 'GET', `/api/v1/orders/${id}`, undefined, token);
    for (const { product_id, variant_id } of items) {
      const line = { product_id, variant_id, quantity: 1 };
      const order = { wholesaler_id: wholesaler.id, items: [line] };
      const placed = await call(url, 'POST', '/api/v1/orders', order, token).catch(() => undefined);
      if (placed) return placed.order_number;
    }
  }
  throw new Error('none of the last orders can be repeated');
}

async function call(url, method, path, body, token) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}
