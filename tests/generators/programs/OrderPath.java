import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.AuthApi;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.api.ProductsApi;
import org.openapitools.client.model.AuthLoginRequest;
import org.openapitools.client.model.ErrorResponse;
import org.openapitools.client.model.Order;
import org.openapitools.client.model.OrdersCreateRequest;
import org.openapitools.client.model.OrderLine;
import org.openapitools.client.model.Product;
import org.openapitools.client.model.ProductList;

public class OrderPath {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    AuthLoginRequest credentials =
        new AuthLoginRequest().email(System.getenv("EMAIL")).password(System.getenv("PASSWORD"));
    String token = new AuthApi(client).authLogin(credentials).getTokenSet().getAccessToken();
    client.setBearerToken(token);

    ProductList products =
        new ProductsApi(client)
            .productsList(
                null, null, null, null, true, null, null, null, null, 1, null, null, null, null);
    Product product = products.getData().get(0);
    OrdersApi orders = new OrdersApi(client);
    OrdersCreateRequest wanted =
        new OrdersCreateRequest()
            .wholesalerId(product.getEntity().getId())
            .items(List.of(new OrderLine().productId(product.getId()).quantity(2)));
    Order order = orders.ordersCreate(wanted, null);

    String error = null;
    try {
      orders.ordersGet(UUID.fromString(System.getenv("UNKNOWN_ID")));
    } catch (ApiException failure) {
      error = ErrorResponse.fromJson(failure.getResponseBody()).getError().getCode().toString();
    }
    System.out.println(
        JSON.getGson().toJson(
            Map.of(
                "listed", products.getData().size(),
                "status", order.getStatus().toString(),
                "quantity", order.getItems().get(0).getQuantity(),
                "error", String.valueOf(error))));
  }
}
