"""Made from openapi.json by `npm run generate`."""
