import json
import os
from uuid import UUID

from client import AuthenticatedClient, Client
from client.api.auth import auth_login
from client.api.orders import orders_create, orders_get
from client.api.products import products_list
from client.models import (
    AuthLoginRequest,
    ErrorResponse,
    Order,
    OrdersCreateRequest,
    OrderLine,
    ProductList,
    TokenSet,
)

env = os.environ
tokens = auth_login.sync(
    client=Client(base_url=env["BASE_URL"]),
    body=AuthLoginRequest(email=env["EMAIL"], password=env["PASSWORD"]),
)
assert isinstance(tokens, TokenSet)
client = AuthenticatedClient(base_url=env["BASE_URL"], token=tokens.access_token)
products = products_list.sync(client=client, limit=1, active=True)
assert isinstance(products, ProductList)
product = products.data[0]
item = OrderLine(product_id=product.id, quantity=2)
order = orders_create.sync(
    client=client,
    body=OrdersCreateRequest(wholesaler_id=product.entity.id, items=[item]),
)
assert isinstance(order, Order)
missing = orders_get.sync(client=client, id=UUID(env["UNKNOWN_ID"]))
assert isinstance(missing, ErrorResponse)
print(
    json.dumps(
        {
            "listed": len(products.data),
            "status": order.status,
            "quantity": order.items[0].quantity,
            "error": missing.error.code,
        }
    )
)
