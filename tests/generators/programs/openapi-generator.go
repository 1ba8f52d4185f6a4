package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"

	"github.com/example/tallyleaf"
)

func main() {
	configuration := tallyleaf.NewConfiguration()
	configuration.Servers = tallyleaf.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := tallyleaf.NewAPIClient(configuration)
	credentials := tallyleaf.NewAuthLoginRequest(os.Getenv("EMAIL"), os.Getenv("PASSWORD"))
	login, _, err := client.AuthAPI.AuthLogin(context.Background()).AuthLoginRequest(*credentials).Execute()
	if err != nil {
		log.Fatal(err)
	}
	signedIn := context.WithValue(context.Background(), tallyleaf.ContextAccessToken, login.TokenSet.AccessToken)

	products, _, err := client.ProductsAPI.ProductsList(signedIn).Limit(1).Active(true).Execute()
	if err != nil {
		log.Fatal(err)
	}
	product := products.Data[0]
	line := tallyleaf.NewOrderLine()
	line.SetProductId(product.Id)
	line.SetQuantity(2)
	wanted := tallyleaf.NewOrdersCreateRequest([]tallyleaf.OrderLine{*line})
	wanted.SetWholesalerId(product.Entity.Id)
	order, _, err := client.OrdersAPI.OrdersCreate(signedIn).OrdersCreateRequest(*wanted).Execute()
	if err != nil {
		log.Fatal(err)
	}

	_, _, err = client.OrdersAPI.OrdersGet(signedIn, os.Getenv("UNKNOWN_ID")).Execute()
	var failure *tallyleaf.GenericOpenAPIError
	if !errors.As(err, &failure) {
		log.Fatal("an unknown order is no error")
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"listed":   len(products.Data),
		"status":   order.Status,
		"quantity": order.Items[0].Quantity,
		"error":    failure.Model().(tallyleaf.ErrorResponse).Error.Code,
	})
}
