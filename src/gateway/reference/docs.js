SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#page',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
