import json
import os
from uuid import UUID

import openapi_client as api

env = os.environ
anybody = api.ApiClient(api.Configuration(host=env["BASE_URL"]))
credentials = api.AuthLoginRequest(email=env["EMAIL"], password=env["PASSWORD"])
tokens = api.AuthApi(anybody).auth_login(credentials).actual_instance
client = api.ApiClient(
    api.Configuration(host=env["BASE_URL"], access_token=tokens.access_token)
)
products = api.ProductsApi(client).products_list(limit=1, active=True)
product = products.data[0]
orders = api.OrdersApi(client)
item = api.OrderLine(product_id=product.id, quantity=2)
order = orders.orders_create(
    api.OrdersCreateRequest(wholesaler_id=product.entity.id, items=[item])
)
try:
    orders.orders_get(UUID(env["UNKNOWN_ID"]))
    error = None
except api.ApiException as failure:
    error = failure.data.error.code
print(
    json.dumps(
        {
            "listed": len(products.data),
            "status": order.status.value,
            "quantity": order.items[0].quantity,
            "error": error,
        }
    )
)
