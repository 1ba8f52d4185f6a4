package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"example.com/tallyleaf"
	"github.com/google/uuid"
	"github.com/oapi-codegen/runtime/types"
)

func main() {
	background := context.Background()
	token := ""
	authorize := func(_ context.Context, request *http.Request) error {
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		return nil
	}
	client, err := tallyleaf.NewClientWithResponses(os.Getenv("BASE_URL"), tallyleaf.WithRequestEditorFn(authorize))
	if err != nil {
		log.Fatal(err)
	}
	login, err := client.AuthLoginWithResponse(background, tallyleaf.AuthLoginRequest{
		Email: types.Email(os.Getenv("EMAIL")), Password: os.Getenv("PASSWORD"),
	})
	if err != nil || login.JSON200 == nil {
		log.Fatal("no sign-in: ", err)
	}
	tokens, err := login.JSON200.AsTokenSet()
	if err != nil {
		log.Fatal(err)
	}
	token = tokens.AccessToken

	limit := int32(1)
	products, err := client.ProductsListWithResponse(background, &tallyleaf.ProductsListParams{Limit: &limit})
	if err != nil || products.JSON200 == nil {
		log.Fatal("no list: ", err)
	}
	product := products.JSON200.Data[0]
	quantity := int32(2)
	wanted := tallyleaf.OrdersCreateRequest{
		WholesalerId: &product.Entity.Id,
		Items:        []tallyleaf.OrderLine{{ProductId: &product.Id, Quantity: &quantity}},
	}
	order, err := client.OrdersCreateWithResponse(background, nil, wanted)
	if err != nil || order.JSON201 == nil {
		log.Fatal("no order: ", err)
	}

	missing, err := client.OrdersGetWithResponse(background, uuid.MustParse(os.Getenv("UNKNOWN_ID")))
	if err != nil || missing.JSON404 == nil {
		log.Fatal("an unknown order is no error: ", err)
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"listed":   len(products.JSON200.Data),
		"status":   order.JSON201.Status,
		"quantity": order.JSON201.Items[0].Quantity,
		"error":    missing.JSON404.Error.Code,
	})
}
