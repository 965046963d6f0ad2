// Generated from openapi.json by "npm run types". Do not edit.
export interface paths {
    "/api/v2/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    f?: string;
                    bbox?: string;
                    datetime?: string;
                    filter?: string;
                    "filter-lang"?: string;
                    limit?: string;
                    after?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                        "text/html": unknown;
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/bulk-operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            collection: string;
                            counts: Record<string, unknown>;
                            errors?: Record<string, unknown>[];
                            estimate?: Record<string, unknown>;
                            id: string;
                            links?: Record<string, unknown>[];
                            outputs?: Record<string, unknown>[];
                            progress: number;
                            request?: Record<string, unknown>;
                            /** @enum {string} */
                            state: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
                            type: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    collection?: string;
                    limit?: string;
                    before?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    jobId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            collection: string;
                            counts: Record<string, unknown>;
                            errors?: Record<string, unknown>[];
                            estimate?: Record<string, unknown>;
                            id: string;
                            links?: Record<string, unknown>[];
                            outputs?: Record<string, unknown>[];
                            progress: number;
                            request?: Record<string, unknown>;
                            /** @enum {string} */
                            state: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
                            type: string;
                        };
                    };
                };
                /** @description success */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/jobs/{jobId}/outputs/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    Range?: string;
                };
                path: {
                    jobId: string;
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.pmtiles": unknown;
                        "application/x-ndjson": unknown;
                        "application/x-tar": unknown;
                        "text/csv": unknown;
                    };
                };
                /** @description success */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.pmtiles": unknown;
                        "application/x-ndjson": unknown;
                        "application/x-tar": unknown;
                        "text/csv": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    f?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                        "text/html": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/aggregate/time-series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    layers?: string;
                    datetime?: string;
                    percentiles?: string;
                    mask?: string;
                    f?: string;
                    asOf?: string;
                    bbox?: string;
                    fieldId?: string;
                    regionId?: string;
                    aggregation?: string;
                    resolution?: string;
                    timezone?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                        "application/x-ndjson": unknown;
                        "text/csv": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    bbox?: string;
                    "bbox-crs"?: string;
                    crs?: string;
                    datetime?: string;
                    filter?: string;
                    "filter-lang"?: string;
                    "filter-crs"?: string;
                    sortby?: string;
                    facetby?: string;
                    properties?: string;
                    limit?: string;
                    next?: string;
                    f?: string;
                    propertyFilters?: {
                        [key: string]: string;
                    };
                };
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/geo+json": unknown;
                        "text/html": unknown;
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
                /** @description success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/geo+json": unknown;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/items/{featureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    crs?: string;
                    f?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                    featureId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/geo+json": unknown;
                        "text/html": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/layers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    asOf?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/layers/{layerName}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    datetime?: string;
                    dtype?: string;
                    window?: string;
                    upload?: string;
                    band?: string;
                    resampling?: string;
                    crs?: string;
                    nodata?: string;
                    values?: string;
                    mode?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                    layerName: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/layers/{layerName}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    datetime?: string;
                    asOf?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                    layerName: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/legend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    layers?: string;
                    style?: string;
                    datetime?: string;
                    expression?: string;
                    colormap_name?: string;
                    colormap?: string;
                    rescale?: string;
                    nodata?: string;
                    resampling?: string;
                    f?: string;
                    scale?: string;
                    asOf?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                        "image/png": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/map/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    asOf?: string;
                    layers?: string;
                    style?: string;
                    datetime?: string;
                    expression?: string;
                    colormap_name?: string;
                    colormap?: string;
                    rescale?: string;
                    nodata?: string;
                    resampling?: string;
                    bbox?: string;
                    "bbox-crs"?: string;
                    crs?: string;
                    width?: string;
                    height?: string;
                    transparent?: string;
                    bgcolor?: string;
                    filter?: string;
                    "filter-lang"?: string;
                    v?: string;
                    f?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/point/{lon},{lat}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    layers?: string;
                    datetime?: string;
                    percentiles?: string;
                    mask?: string;
                    f?: string;
                    asOf?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                    lon: string;
                    lat: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                        "application/x-ndjson": unknown;
                        "text/csv": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/queryables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/schema+json": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: string;
                    before?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/snapshots/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    layers?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                    version: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/sortables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/schema+json": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/style": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/tiles/{tmsId}/tilejson.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    layers?: string;
                    style?: string;
                    datetime?: string;
                    expression?: string;
                    colormap_name?: string;
                    colormap?: string;
                    rescale?: string;
                    nodata?: string;
                    resampling?: string;
                    tilesize?: string;
                    f?: string;
                    v?: string;
                    filter?: string;
                    "filter-lang"?: string;
                    propertyFilters?: {
                        [key: string]: string;
                    };
                    asOf?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                    tmsId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/tilesets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: string;
                    after?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    asOf?: string;
                };
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/collections/{collectionId}/zarr/init": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/colormaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sta/v1.1/Datastreams({id})/aggregate/time-series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    datetime?: string;
                    resolution?: string;
                    aggregation?: string;
                    timezone?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sta/v1.1/Datastreams({id})/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sta/v1.1/Things": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    $top?: string;
                    $skip?: string;
                    $skiptoken?: string;
                    $count?: string;
                    $filter?: string;
                    $orderby?: string;
                    $select?: string;
                    $expand?: string;
                    $resultFormat?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            "@iot.count"?: number;
                            "@iot.nextLink"?: string;
                            value?: components["schemas"]["Thing"][];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sta/v1.1/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    $top?: string;
                    $skip?: string;
                    $skiptoken?: string;
                    $count?: string;
                    $filter?: string;
                    $orderby?: string;
                    $select?: string;
                    $expand?: string;
                    $resultFormat?: string;
                };
                header?: never;
                path: {
                    path: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                        "text/plain": unknown;
                    };
                };
                /** @description success */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attachments/download/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    Range?: string;
                };
                path: {
                    attachmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
                /** @description success */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attachments/stream/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    Range?: string;
                };
                path: {
                    attachmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
                /** @description success */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    updatedAfter?: string;
                    originType?: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
                    organizationId?: string;
                    farmType?: "ARABLE" | "HORTICULTURE" | "WINE" | "ORCHARDS" | "OTHER_PERMANENT_CROPS" | "DAIRY" | "GRAZING_LIVESTOCK" | "PIGS_POULTRY" | "MIXED" | "OTHER";
                    productionSystem?: "CONVENTIONAL" | "INTEGRATED" | "IN_CONVERSION" | "ORGANIC";
                    externalId?: string;
                    externalProvider?: string;
                    createdByJobId?: string;
                    view?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FarmPage"];
                        "application/ld+json": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farms/{farmId}/fields/{fieldId}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    updatedAfter?: string;
                    originType?: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
                    farmId?: string;
                    kind?: "CULTIVATION" | "OPERATION";
                    status?: "PLANNED" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED";
                    fieldId?: string;
                    regionId?: string;
                    siteId?: string;
                    animalGroupId?: string;
                    parentActivityId?: string;
                    cultivationPeriodId?: string;
                    taskId?: string;
                    seasonYear?: string;
                    coverageResultIds?: string;
                    type?: string;
                    typeUri?: string;
                    externalId?: string;
                    externalProvider?: string;
                    createdByJobId?: string;
                };
                header?: never;
                path: {
                    farmId: string;
                    fieldId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ActivityPage"];
                        "application/ld+json": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farms/{farmId}/fields/{fieldId}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    updatedAfter?: string;
                    originType?: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
                    farmId?: string;
                    dataTypeId?: string;
                    activityId?: string;
                    fieldId?: string;
                    regionId?: string;
                    siteId?: string;
                    cultivationPeriodId?: string;
                    animalId?: string;
                    animalGroupId?: string;
                    deviceId?: string;
                    workerId?: string;
                    quality?: "GOOD" | "SUSPECT" | "BAD" | "ESTIMATED" | "UNCHECKED";
                    externalId?: string;
                    externalProvider?: string;
                    createdByJobId?: string;
                };
                header?: never;
                path: {
                    farmId: string;
                    fieldId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DataPage"];
                        "application/ld+json": unknown;
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "If-Match"?: string;
                    "If-None-Match"?: string;
                    "Processing-Job-Id"?: string;
                    "Change-Reason"?: string;
                    "Glebe-Known-Version"?: string;
                };
                path: {
                    farmId: string;
                    fieldId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Data"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/features/collections/{collectionId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    bbox?: string;
                    datetime?: string;
                    filter?: string;
                    "filter-lang"?: string;
                    cursor?: string;
                    propertyFilters?: {
                        [key: string]: string;
                    };
                };
                header?: never;
                path: {
                    collectionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/geo+json": unknown;
                        "text/html": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    updatedAfter?: string;
                    originType?: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
                    farmId?: string;
                    tenure?: "OWNED" | "LEASED" | "SHARECROPPED" | "COMMON" | "GRANTED" | "OTHER";
                    landUse?: "ARABLE" | "PERMANENT_GRASSLAND" | "PERMANENT_CROP" | "HORTICULTURE" | "FALLOW" | "AGROFORESTRY" | "LANDSCAPE_FEATURE" | "FOREST" | "OTHER";
                    productionSystem?: "CONVENTIONAL" | "INTEGRATED" | "IN_CONVERSION" | "ORGANIC";
                    externalId?: string;
                    externalProvider?: string;
                    createdByJobId?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FieldPage"];
                        "application/ld+json": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{recordId}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    recordId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["File"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/regions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    updatedAfter?: string;
                    originType?: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
                    fieldId?: string;
                    parentRegionId?: string;
                    isDefault?: string;
                    kind?: "WHOLE_FIELD" | "MANAGEMENT_ZONE" | "TRIAL_PLOT" | "BUFFER_STRIP" | "HEADLAND" | "SAMPLE_AREA" | "IRRIGATION_SECTOR" | "PADDOCK" | "ROW" | "OTHER";
                    conceptUris?: string;
                    externalId?: string;
                    externalProvider?: string;
                    farmId?: string;
                    createdByJobId?: string;
                    view?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RegionPage"];
                        "application/ld+json": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/regions/{regionId}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    updatedAfter?: string;
                    originType?: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
                    farmId?: string;
                    kind?: "CULTIVATION" | "OPERATION";
                    status?: "PLANNED" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED";
                    fieldId?: string;
                    regionId?: string;
                    siteId?: string;
                    animalGroupId?: string;
                    parentActivityId?: string;
                    cultivationPeriodId?: string;
                    taskId?: string;
                    seasonYear?: string;
                    coverageResultIds?: string;
                    type?: string;
                    typeUri?: string;
                    externalId?: string;
                    externalProvider?: string;
                    createdByJobId?: string;
                    descendants?: boolean;
                };
                header?: never;
                path: {
                    regionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ActivityPage"];
                        "application/ld+json": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/regions/{regionId}/cultivation-periods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    updatedAfter?: string;
                    originType?: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
                    regionId?: string;
                    activityId?: string;
                    croppingPlanEntryId?: string;
                    status?: "PLANNED" | "ACTIVE" | "COMPLETED" | "CANCELLED";
                    cropRole?: "MAIN" | "SECOND" | "CATCH" | "COVER" | "UNDERSOWN" | "INTERCROP" | "FALLOW";
                    seasonYear?: string;
                    crop?: string;
                    externalId?: string;
                    externalProvider?: string;
                    farmId?: string;
                    createdByJobId?: string;
                };
                header?: never;
                path: {
                    regionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CultivationPeriodPage"];
                        "application/ld+json": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/regions/{regionId}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    updatedAfter?: string;
                    originType?: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
                    farmId?: string;
                    dataTypeId?: string;
                    activityId?: string;
                    fieldId?: string;
                    regionId?: string;
                    siteId?: string;
                    cultivationPeriodId?: string;
                    animalId?: string;
                    animalGroupId?: string;
                    deviceId?: string;
                    workerId?: string;
                    quality?: "GOOD" | "SUSPECT" | "BAD" | "ESTIMATED" | "UNCHECKED";
                    externalId?: string;
                    externalProvider?: string;
                    createdByJobId?: string;
                };
                header?: never;
                path: {
                    regionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DataPage"];
                        "application/ld+json": unknown;
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "If-Match"?: string;
                    "If-None-Match"?: string;
                    "Processing-Job-Id"?: string;
                    "Change-Reason"?: string;
                    "Glebe-Known-Version"?: string;
                };
                path: {
                    regionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Data"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    updatedAfter?: string;
                    originType?: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
                    organizationIds?: string;
                    roleIds?: string;
                    status?: "INVITED" | "ACTIVE" | "DISABLED";
                    email?: string;
                    subject?: string;
                    createdByJobId?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserPage"];
                        "application/ld+json": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    userId: string;
                    tokenId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description success */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Activity: {
            animalGroupId?: string;
            area?: number;
            areaUnit?: string;
            clientId?: string;
            completedAt?: string;
            coverageResultIds?: string[];
            createdAt: string;
            createdByJobId?: string;
            createdByUserId?: string;
            cultivationPeriodId?: string;
            executedAt?: string;
            externalId?: string;
            externalProvider?: string;
            farmId: string;
            fieldId?: string;
            geometry?: {
                coordinates: unknown[];
                /** @enum {string} */
                type: "Polygon" | "MultiPolygon" | "LineString" | "MultiLineString";
            };
            growthStage?: string;
            id: string;
            /** @enum {string} */
            kind: "CULTIVATION" | "OPERATION";
            name?: string;
            note?: string;
            /** @enum {string} */
            originType: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
            parentActivityId?: string;
            plannedAt?: string;
            regionId?: string;
            seasonYear?: number;
            siteId?: string;
            /** @enum {string} */
            status: "PLANNED" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED";
            taskId?: string;
            type?: string;
            typeUri?: string;
            updatedAt: string;
        };
        ActivityPage: {
            hasMore: boolean;
            items: components["schemas"]["Activity"][];
            nextCursor: string;
        };
        CultivationPeriod: {
            activityId?: string;
            clientId?: string;
            createdAt: string;
            createdByJobId?: string;
            createdByUserId?: string;
            crop: string;
            /** @enum {string} */
            cropRole?: "MAIN" | "SECOND" | "CATCH" | "COVER" | "UNDERSOWN" | "INTERCROP" | "FALLOW";
            croppingPlanEntryId?: string;
            endUseUri?: string;
            endsAt?: string;
            expectedYield?: number;
            externalId?: string;
            externalProvider?: string;
            harvestedAt?: string;
            id: string;
            /** @enum {string} */
            originType: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
            regionId: string;
            seasonYear?: number;
            sownAt?: string;
            startsAt: string;
            /** @enum {string} */
            status: "PLANNED" | "ACTIVE" | "COMPLETED" | "CANCELLED";
            updatedAt: string;
            variety?: string;
            yieldUnit?: string;
        };
        CultivationPeriodPage: {
            hasMore: boolean;
            items: components["schemas"]["CultivationPeriod"][];
            nextCursor: string;
        };
        Data: {
            activityId?: string;
            animalGroupId?: string;
            animalId?: string;
            clientId?: string;
            createdAt: string;
            createdByJobId?: string;
            createdByUserId?: string;
            cultivationPeriodId?: string;
            dataTypeId: string;
            deviceId?: string;
            externalId?: string;
            externalProvider?: string;
            farmId: string;
            fieldId?: string;
            geometry?: {
                coordinates: unknown[];
                /** @enum {string} */
                type: "Point" | "LineString" | "Polygon" | "MultiPoint" | "MultiLineString" | "MultiPolygon";
            };
            id: string;
            note?: string;
            /** @enum {string} */
            originType: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
            payload: unknown;
            phenomenonTime?: string;
            /** @enum {string} */
            quality?: "GOOD" | "SUSPECT" | "BAD" | "ESTIMATED" | "UNCHECKED";
            regionId?: string;
            siteId?: string;
            updatedAt: string;
            workerId?: string;
        };
        DataPage: {
            hasMore: boolean;
            items: components["schemas"]["Data"][];
            nextCursor: string;
        };
        Farm: {
            areaUnit?: string;
            clientId?: string;
            country?: string;
            createdAt: string;
            createdByJobId?: string;
            createdByUserId?: string;
            defaultCurrency: string;
            description?: string;
            endsAt?: string;
            externalId?: string;
            externalProvider?: string;
            /** @enum {string} */
            farmType?: "ARABLE" | "HORTICULTURE" | "WINE" | "ORCHARDS" | "OTHER_PERMANENT_CROPS" | "DAIRY" | "GRAZING_LIVESTOCK" | "PIGS_POULTRY" | "MIXED" | "OTHER";
            geometry?: {
                coordinates: unknown[];
                /** @enum {string} */
                type: "Point" | "Polygon" | "MultiPolygon";
            };
            holdingNumber?: string;
            id: string;
            name: string;
            organizationId: string;
            /** @enum {string} */
            originType: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
            /** @enum {string} */
            productionSystem?: "CONVENTIONAL" | "INTEGRATED" | "IN_CONVERSION" | "ORGANIC";
            startsAt?: string;
            timezone: string;
            updatedAt: string;
        };
        FarmPage: {
            hasMore: boolean;
            items: components["schemas"]["Farm"][];
            nextCursor: string;
        };
        Field: {
            area?: number;
            areaUnit?: string;
            clientId?: string;
            createdAt: string;
            createdByJobId?: string;
            createdByUserId?: string;
            description?: string;
            endsAt?: string;
            externalId?: string;
            externalProvider?: string;
            farmId: string;
            fieldNumber?: string;
            geometry: {
                coordinates: unknown[];
                /** @enum {string} */
                type: "Polygon" | "MultiPolygon";
            };
            id: string;
            irrigated?: boolean;
            /** @enum {string} */
            landUse?: "ARABLE" | "PERMANENT_GRASSLAND" | "PERMANENT_CROP" | "HORTICULTURE" | "FALLOW" | "AGROFORESTRY" | "LANDSCAPE_FEATURE" | "FOREST" | "OTHER";
            name: string;
            /** @enum {string} */
            originType: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
            parcelIdentifiers?: {
                area?: number;
                areaUnit?: string;
                identifier: string;
                scheme: string;
            }[];
            /** @enum {string} */
            productionSystem?: "CONVENTIONAL" | "INTEGRATED" | "IN_CONVERSION" | "ORGANIC";
            slope?: number;
            soilTypeUri?: string;
            startsAt?: string;
            /** @enum {string} */
            tenure?: "OWNED" | "LEASED" | "SHARECROPPED" | "COMMON" | "GRANTED" | "OTHER";
            updatedAt: string;
        };
        FieldPage: {
            hasMore: boolean;
            items: components["schemas"]["Field"][];
            nextCursor: string;
        };
        File: {
            activityId?: string;
            capturedAt?: string;
            checksum?: string;
            clientId?: string;
            createdAt: string;
            createdByJobId?: string;
            createdByUserId?: string;
            dataId?: string;
            description?: string;
            externalId?: string;
            externalProvider?: string;
            farmId: string;
            fieldId?: string;
            geometry?: {
                coordinates: unknown[];
                /** @enum {string} */
                type: "Point" | "Polygon";
            };
            id: string;
            /** @enum {string} */
            kind?: "PHOTO" | "VIDEO" | "LAB_REPORT" | "DRONE_TILE" | "APPLICATION_MAP" | "YIELD_MAP" | "BOUNDARY" | "INVOICE" | "CERTIFICATE" | "CONTRACT" | "DOCUMENT" | "MACHINE_DATA" | "OTHER";
            name: string;
            /** @enum {string} */
            originType: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
            regionId?: string;
            size?: number;
            storageUrl: string;
            type?: string;
            updatedAt: string;
        };
        Region: {
            area?: number;
            areaUnit?: string;
            clientId?: string;
            conceptUris?: string[];
            createdAt: string;
            createdByJobId?: string;
            createdByUserId?: string;
            description?: string;
            endsAt?: string;
            externalId?: string;
            externalProvider?: string;
            fieldId: string;
            geometry: {
                coordinates: unknown[];
                /** @enum {string} */
                type: "Point" | "LineString" | "Polygon" | "MultiPoint" | "MultiLineString" | "MultiPolygon";
            };
            id: string;
            isDefault?: boolean;
            /** @enum {string} */
            kind?: "WHOLE_FIELD" | "MANAGEMENT_ZONE" | "TRIAL_PLOT" | "BUFFER_STRIP" | "HEADLAND" | "SAMPLE_AREA" | "IRRIGATION_SECTOR" | "PADDOCK" | "ROW" | "OTHER";
            name?: string;
            /** @enum {string} */
            originType: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
            parentRegionId?: string;
            startsAt?: string;
            updatedAt: string;
        };
        RegionPage: {
            hasMore: boolean;
            items: components["schemas"]["Region"][];
            nextCursor: string;
        };
        Thing: {
            "@iot.id"?: number;
            "@iot.selfLink"?: string;
            Datastreams?: unknown[];
            HistoricalLocations?: unknown[];
            Locations?: unknown[];
            description?: string;
            name: string;
            properties?: Record<string, unknown>;
        };
        User: {
            clientId?: string;
            createdAt: string;
            createdByJobId?: string;
            createdByUserId?: string;
            displayName: string;
            email?: string;
            id: string;
            issuer?: string;
            lastSignInAt?: string;
            organizationIds?: string[];
            /** @enum {string} */
            originType: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
            phone?: string;
            preferredLanguage?: string;
            roleIds?: string[];
            /** @enum {string} */
            status?: "INVITED" | "ACTIVE" | "DISABLED";
            subject?: string;
            timezone?: string;
            updatedAt: string;
        };
        UserPage: {
            hasMore: boolean;
            items: components["schemas"]["User"][];
            nextCursor: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
