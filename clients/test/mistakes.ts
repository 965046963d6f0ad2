// Mistakes that the compiler finds: a line below "@ts-expect-error" that compiles fails the check of types.
import { createGlebe, type farm, unwrap } from "glebe-client";

const glebe = createGlebe("http://localhost:8080");
const id = "5a3d1c00-0000-4000-800a-000000000001";

// @ts-expect-error no such path
await glebe.GET("/v1/farmz", {});
// @ts-expect-error this path has no such method
await glebe.POST("/v1/tasks/{id}", { params: { path: { id } } });
// @ts-expect-error a parameter of the path is missing
await glebe.GET("/v1/tasks/{id}", { params: {} });
// @ts-expect-error no such parameter
await glebe.GET("/v1/tasks", { params: { query: { stat: "PLANNED" } } });
// @ts-expect-error no such status
await glebe.GET("/v1/tasks", { params: { query: { status: "DONE" } } });
// @ts-expect-error a name is a text
await glebe.PATCH("/v1/tasks/{id}", { params: { path: { id } }, body: { name: 1 } });
// @ts-expect-error a new record has a farm
await glebe.PUT("/v1/tasks/{id}", { params: { path: { id } }, body: { id, name: "fence" } });

const task = unwrap(await glebe.GET("/v1/tasks/{id}", { params: { path: { id } } }));
export const name: string = task.name;
export const whole: farm.components["schemas"]["Task"] = task;
// @ts-expect-error a record has no such attribute
export const colour = task.colour;

const { error } = await glebe.GET("/v1/tasks/{id}", { params: { path: { id } } });
export const detail: string | undefined = error?.detail;
// @ts-expect-error a problem has no such member
export const reason = error?.reason;

// items of the catalogue have files with addresses
const found = unwrap(await glebe.POST("/api/v2/stac/search", { body: { collections: ["demo-s2"], limit: 1 } }));
export const address: string | undefined = found.features[0]?.assets["NDVI"]?.href;
export const updated: string | undefined = found.features[0]?.properties.updated;
// @ts-expect-error a file has no such member of this type
export const size: number | undefined = found.features[0]?.assets["NDVI"]?.href;
