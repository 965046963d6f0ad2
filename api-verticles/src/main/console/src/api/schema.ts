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
                    f?: components["parameters"]["f"];
                    bbox?: components["parameters"]["bbox"];
                    datetime?: string;
                    filter?: string;
                    "filter-lang"?: components["parameters"]["filter-lang"];
                    limit?: components["parameters"]["limit"];
                    after?: components["parameters"]["after"];
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
                        "application/json": components["schemas"]["CollectionPage"];
                        "text/html": string;
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
                        "application/json": components["schemas"]["Collection"];
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
                        "application/json": components["schemas"]["Job"];
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
                    collection?: components["parameters"]["collection"];
                    limit?: number;
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
                        "application/json": components["schemas"]["JobList"];
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
                    jobId: components["parameters"]["jobId-path"];
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
                        "application/json": components["schemas"]["Job"];
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
                    Range?: components["parameters"]["Range"];
                };
                path: {
                    jobId: components["parameters"]["jobId-path"];
                    name: components["parameters"]["name-path"];
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
                        "application/vnd.pmtiles": string;
                        "application/x-ndjson": string;
                        "application/x-tar": string;
                        "text/csv": string;
                    };
                };
                /** @description success */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/vnd.pmtiles": string;
                        "application/x-ndjson": string;
                        "application/x-tar": string;
                        "text/csv": string;
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
                    f?: components["parameters"]["f"];
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "application/json": components["schemas"]["Collection"];
                        "text/html": string;
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
                    layers?: components["parameters"]["layers"];
                    datetime?: components["parameters"]["datetime"];
                    percentiles?: components["parameters"]["percentiles"];
                    mask?: components["parameters"]["mask"];
                    f?: "json" | "csv" | "ndjson";
                    asOf?: components["parameters"]["asOf"];
                    bbox?: number[];
                    fieldId?: components["parameters"]["fieldId"];
                    regionId?: components["parameters"]["regionId"];
                    aggregation?: components["parameters"]["aggregation"];
                    resolution?: components["parameters"]["resolution"];
                    timezone?: components["parameters"]["timezone"];
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "application/json": components["schemas"]["TimeSeries"];
                        "application/x-ndjson": string;
                        "text/csv": string;
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
                    bbox?: number[];
                    "bbox-crs"?: components["parameters"]["bbox-crs"];
                    crs?: components["parameters"]["crs"];
                    datetime?: string;
                    filter?: string;
                    "filter-lang"?: components["parameters"]["filter-lang"];
                    "filter-crs"?: components["parameters"]["filter-crs"];
                    sortby?: string[];
                    facetby?: components["parameters"]["facetby"];
                    /** @description names of the properties to show */
                    properties?: components["parameters"]["properties"];
                    limit?: number;
                    next?: components["parameters"]["next"];
                    f?: components["parameters"]["f"];
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
                        "application/geo+json": components["schemas"]["FeatureCollection"];
                        "text/html": string;
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
                        "application/json": components["schemas"]["LoadedFeatures"];
                    };
                };
                /** @description success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/geo+json": components["schemas"]["Feature"];
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
                    crs?: components["parameters"]["crs"];
                    f?: components["parameters"]["f"];
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
                        "application/geo+json": components["schemas"]["Feature"];
                        "text/html": string;
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
                    asOf?: components["parameters"]["asOf"];
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "application/json": components["schemas"]["LayerList"];
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
                        "application/json": components["schemas"]["Layer"];
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
                    datetime?: string[];
                    dtype?: string;
                    window?: components["parameters"]["window"];
                    upload?: string;
                    band?: components["parameters"]["band"];
                    resampling?: "nearest" | "bilinear" | "cubic" | "average";
                    crs?: string;
                    nodata?: number;
                    values?: components["parameters"]["values"];
                    mode?: components["parameters"]["mode"];
                };
                header?: {
                    "X-Dtype"?: components["parameters"]["X-Dtype"];
                };
                path: {
                    collectionId: string;
                    layerName: components["parameters"]["layerName-path"];
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
                        "application/json": components["schemas"]["WrittenSlices"];
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
                    datetime?: components["parameters"]["datetime"];
                    asOf?: components["parameters"]["asOf"];
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "application/json": components["schemas"]["LayerStatistics"];
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
                    layers?: string[];
                    style?: components["parameters"]["style"];
                    datetime?: string;
                    expression?: components["parameters"]["expression"];
                    colormap_name?: components["parameters"]["colormap_name"];
                    colormap?: components["parameters"]["colormap"];
                    rescale?: components["parameters"]["rescale"];
                    nodata?: components["parameters"]["nodata"];
                    resampling?: components["parameters"]["resampling"];
                    f?: "json" | "png";
                    scale?: components["parameters"]["scale"];
                    asOf?: components["parameters"]["asOf"];
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "application/json": components["schemas"]["Legend"];
                        "image/png": string;
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
                    asOf?: components["parameters"]["asOf"];
                    layers?: string[];
                    style?: components["parameters"]["style"];
                    datetime?: string;
                    expression?: components["parameters"]["expression"];
                    colormap_name?: components["parameters"]["colormap_name"];
                    colormap?: components["parameters"]["colormap"];
                    rescale?: components["parameters"]["rescale"];
                    nodata?: components["parameters"]["nodata"];
                    resampling?: components["parameters"]["resampling"];
                    bbox?: number[];
                    "bbox-crs"?: string;
                    crs?: string;
                    width?: components["parameters"]["width"];
                    height?: components["parameters"]["height"];
                    transparent?: components["parameters"]["transparent"];
                    bgcolor?: components["parameters"]["bgcolor"];
                    filter?: string;
                    "filter-lang"?: components["parameters"]["filter-lang"];
                    v?: components["parameters"]["v"];
                    f?: "png" | "image/png";
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "image/png": string;
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
                    layers?: components["parameters"]["layers"];
                    datetime?: components["parameters"]["datetime"];
                    percentiles?: components["parameters"]["percentiles"];
                    mask?: components["parameters"]["mask"];
                    f?: "json" | "csv" | "ndjson";
                    asOf?: components["parameters"]["asOf"];
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
                    lon: components["parameters"]["lon-path"];
                    lat: components["parameters"]["lat-path"];
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
                        "application/json": components["schemas"]["PointSeries"] | components["schemas"]["PointSeriesList"];
                        "application/x-ndjson": string;
                        "text/csv": string;
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
                        "application/schema+json": components["schemas"]["PropertySchema"];
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
                    limit?: number;
                    before?: components["parameters"]["before"];
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "application/json": components["schemas"]["SnapshotPage"];
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
                    layers?: string[];
                };
                header?: never;
                path: {
                    collectionId: string;
                    version: number;
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
                        "application/json": components["schemas"]["RestoredSnapshot"];
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
                        "application/schema+json": components["schemas"]["PropertySchema"];
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
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "application/json": components["schemas"]["MapStyle"];
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
                    layers?: string[];
                    style?: components["parameters"]["style"];
                    datetime?: string;
                    expression?: components["parameters"]["expression"];
                    colormap_name?: components["parameters"]["colormap_name"];
                    colormap?: components["parameters"]["colormap"];
                    rescale?: components["parameters"]["rescale"];
                    nodata?: components["parameters"]["nodata"];
                    resampling?: components["parameters"]["resampling"];
                    tilesize?: components["parameters"]["tilesize"];
                    $filter?: components["parameters"]["filter"];
                    "filter-lang"?: components["parameters"]["filter-lang"];
                    propertyFilters?: components["parameters"]["propertyFilters"];
                    v?: components["parameters"]["v"];
                    asOf?: components["parameters"]["asOf"];
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
                    tmsId: components["parameters"]["tmsId-path"];
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
                        "application/json": components["schemas"]["TileJson"];
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
                    limit?: number;
                    after?: components["parameters"]["after"];
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "application/json": components["schemas"]["StoredTilesetPage"];
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
                        "application/json": components["schemas"]["StoredTileset"];
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
                    asOf?: components["parameters"]["asOf"];
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "application/json": components["schemas"]["CubeTimes"];
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
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "application/json": components["schemas"]["UploadList"];
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
                        "application/json": components["schemas"]["StoredGrid"];
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
                        "application/json": components["schemas"]["ColourRampList"];
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
                    resolution?: "P1D" | "P1W" | "P1M";
                    aggregation?: ("mean" | "min" | "max" | "sum" | "count")[];
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
                        "application/json": components["schemas"]["ObservationSeries"];
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
                        "text/event-stream": string;
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
                    $top?: components["parameters"]["top"];
                    $skip?: components["parameters"]["skip"];
                    $skiptoken?: components["parameters"]["skiptoken"];
                    $count?: components["parameters"]["count"];
                    $filter?: components["parameters"]["filter"];
                    $orderby?: components["parameters"]["orderby"];
                    $select?: components["parameters"]["select"];
                    $expand?: components["parameters"]["expand"];
                    $resultFormat?: components["parameters"]["resultFormat"];
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
                    $top?: components["parameters"]["top"];
                    $skip?: components["parameters"]["skip"];
                    $skiptoken?: components["parameters"]["skiptoken"];
                    $count?: components["parameters"]["count"];
                    $filter?: components["parameters"]["filter"];
                    $orderby?: components["parameters"]["orderby"];
                    $select?: components["parameters"]["select"];
                    $expand?: components["parameters"]["expand"];
                    $resultFormat?: components["parameters"]["resultFormat"];
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
                        "application/json": {
                            [key: string]: unknown;
                        };
                        "text/plain": string;
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
                    Range?: components["parameters"]["Range"];
                };
                path: {
                    attachmentId: components["parameters"]["attachmentId-path"];
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
                        "*/*": string;
                    };
                };
                /** @description success */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": string;
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
                    Range?: components["parameters"]["Range"];
                };
                path: {
                    attachmentId: components["parameters"]["attachmentId-path"];
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
                        "*/*": string;
                    };
                };
                /** @description success */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": string;
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
                    limit?: components["parameters"]["limit"];
                    cursor?: components["parameters"]["cursor"];
                    updatedAfter?: components["parameters"]["updatedAfter"];
                    originType?: components["parameters"]["originType"];
                    organizationId?: components["parameters"]["organizationId"];
                    farmType?: "ARABLE" | "HORTICULTURE" | "WINE" | "ORCHARDS" | "OTHER_PERMANENT_CROPS" | "DAIRY" | "GRAZING_LIVESTOCK" | "PIGS_POULTRY" | "MIXED" | "OTHER";
                    productionSystem?: components["parameters"]["productionSystem"];
                    externalId?: components["parameters"]["externalId"];
                    externalProvider?: components["parameters"]["externalProvider"];
                    createdByJobId?: components["parameters"]["createdByJobId"];
                    view?: "record" | "tree";
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
                        "application/ld+json": components["schemas"]["LinkedPage"];
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
                    limit?: components["parameters"]["limit"];
                    cursor?: components["parameters"]["cursor"];
                    updatedAfter?: components["parameters"]["updatedAfter"];
                    originType?: components["parameters"]["originType"];
                    farmId?: components["parameters"]["farmId"];
                    kind?: "CULTIVATION" | "OPERATION";
                    status?: "PLANNED" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED";
                    fieldId?: components["parameters"]["fieldId"];
                    regionId?: components["parameters"]["regionId"];
                    siteId?: components["parameters"]["siteId"];
                    animalGroupId?: components["parameters"]["animalGroupId"];
                    parentActivityId?: components["parameters"]["parentActivityId"];
                    cultivationPeriodId?: components["parameters"]["cultivationPeriodId"];
                    taskId?: components["parameters"]["taskId"];
                    seasonYear?: components["parameters"]["seasonYear"];
                    coverageResultIds?: components["parameters"]["coverageResultIds"];
                    type?: components["parameters"]["type"];
                    typeUri?: components["parameters"]["typeUri"];
                    externalId?: components["parameters"]["externalId"];
                    externalProvider?: components["parameters"]["externalProvider"];
                    createdByJobId?: components["parameters"]["createdByJobId"];
                };
                header?: never;
                path: {
                    farmId: components["parameters"]["farmId-path"];
                    fieldId: components["parameters"]["fieldId-path"];
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
                        "application/ld+json": components["schemas"]["LinkedPage"];
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
                    limit?: components["parameters"]["limit"];
                    cursor?: components["parameters"]["cursor"];
                    updatedAfter?: components["parameters"]["updatedAfter"];
                    originType?: components["parameters"]["originType"];
                    farmId?: components["parameters"]["farmId"];
                    dataTypeId?: components["parameters"]["dataTypeId"];
                    activityId?: components["parameters"]["activityId"];
                    fieldId?: components["parameters"]["fieldId"];
                    regionId?: components["parameters"]["regionId"];
                    siteId?: components["parameters"]["siteId"];
                    cultivationPeriodId?: components["parameters"]["cultivationPeriodId"];
                    animalId?: components["parameters"]["animalId"];
                    animalGroupId?: components["parameters"]["animalGroupId"];
                    deviceId?: components["parameters"]["deviceId"];
                    workerId?: components["parameters"]["workerId"];
                    quality?: components["parameters"]["quality"];
                    externalId?: components["parameters"]["externalId"];
                    externalProvider?: components["parameters"]["externalProvider"];
                    createdByJobId?: components["parameters"]["createdByJobId"];
                };
                header?: never;
                path: {
                    farmId: components["parameters"]["farmId-path"];
                    fieldId: components["parameters"]["fieldId-path"];
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
                        "application/ld+json": components["schemas"]["LinkedPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "If-Match"?: components["parameters"]["If-Match"];
                    "If-None-Match"?: components["parameters"]["If-None-Match"];
                    "Processing-Job-Id"?: components["parameters"]["Processing-Job-Id"];
                    "Change-Reason"?: components["parameters"]["Change-Reason"];
                    "Glebe-Known-Version"?: components["parameters"]["Glebe-Known-Version"];
                };
                path: {
                    farmId: components["parameters"]["farmId-path"];
                    fieldId: components["parameters"]["fieldId-path"];
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
                    bbox?: number[];
                    datetime?: string;
                    filter?: string;
                    "filter-lang"?: "cql2-text" | "cql2-json";
                    cursor?: string;
                    f?: components["parameters"]["f"];
                    propertyFilters?: {
                        [key: string]: string;
                    };
                };
                header?: never;
                path: {
                    collectionId: components["parameters"]["collectionId-path"];
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
                        "application/geo+json": components["schemas"]["FarmFeatureCollection"];
                        "text/html": string;
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
                    limit?: components["parameters"]["limit"];
                    cursor?: components["parameters"]["cursor"];
                    updatedAfter?: components["parameters"]["updatedAfter"];
                    originType?: components["parameters"]["originType"];
                    farmId?: components["parameters"]["farmId"];
                    tenure?: "OWNED" | "LEASED" | "SHARECROPPED" | "COMMON" | "GRANTED" | "OTHER";
                    landUse?: "ARABLE" | "PERMANENT_GRASSLAND" | "PERMANENT_CROP" | "HORTICULTURE" | "FALLOW" | "AGROFORESTRY" | "LANDSCAPE_FEATURE" | "FOREST" | "OTHER";
                    productionSystem?: components["parameters"]["productionSystem"];
                    externalId?: components["parameters"]["externalId"];
                    externalProvider?: components["parameters"]["externalProvider"];
                    createdByJobId?: components["parameters"]["createdByJobId"];
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
                        "application/ld+json": components["schemas"]["LinkedPage"];
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
                        "application/json": components["schemas"]["RecordTypePage"];
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
                header?: {
                    "If-Match"?: components["parameters"]["If-Match"];
                    "If-None-Match"?: components["parameters"]["If-None-Match"];
                    "Processing-Job-Id"?: components["parameters"]["Processing-Job-Id"];
                    "Change-Reason"?: components["parameters"]["Change-Reason"];
                    "Glebe-Known-Version"?: components["parameters"]["Glebe-Known-Version"];
                };
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
                    limit?: components["parameters"]["limit"];
                    cursor?: components["parameters"]["cursor"];
                    updatedAfter?: components["parameters"]["updatedAfter"];
                    originType?: components["parameters"]["originType"];
                    fieldId?: components["parameters"]["fieldId"];
                    parentRegionId?: string;
                    isDefault?: boolean;
                    kind?: "WHOLE_FIELD" | "MANAGEMENT_ZONE" | "TRIAL_PLOT" | "BUFFER_STRIP" | "HEADLAND" | "SAMPLE_AREA" | "IRRIGATION_SECTOR" | "PADDOCK" | "ROW" | "OTHER";
                    conceptUris?: string;
                    externalId?: components["parameters"]["externalId"];
                    externalProvider?: components["parameters"]["externalProvider"];
                    farmId?: string;
                    createdByJobId?: components["parameters"]["createdByJobId"];
                    view?: "flat" | "record" | "tree";
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
                        "application/ld+json": components["schemas"]["LinkedPage"];
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
                    limit?: components["parameters"]["limit"];
                    cursor?: components["parameters"]["cursor"];
                    updatedAfter?: components["parameters"]["updatedAfter"];
                    originType?: components["parameters"]["originType"];
                    farmId?: components["parameters"]["farmId"];
                    status?: "PLANNED" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED";
                    fieldId?: components["parameters"]["fieldId"];
                    siteId?: components["parameters"]["siteId"];
                    animalGroupId?: components["parameters"]["animalGroupId"];
                    parentActivityId?: components["parameters"]["parentActivityId"];
                    cultivationPeriodId?: components["parameters"]["cultivationPeriodId"];
                    taskId?: components["parameters"]["taskId"];
                    seasonYear?: components["parameters"]["seasonYear"];
                    coverageResultIds?: components["parameters"]["coverageResultIds"];
                    type?: components["parameters"]["type"];
                    typeUri?: components["parameters"]["typeUri"];
                    externalId?: components["parameters"]["externalId"];
                    externalProvider?: components["parameters"]["externalProvider"];
                    createdByJobId?: components["parameters"]["createdByJobId"];
                    descendants?: boolean;
                };
                header?: never;
                path: {
                    regionId: components["parameters"]["regionId-path"];
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
                        "application/ld+json": components["schemas"]["LinkedPage"];
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
                    limit?: components["parameters"]["limit"];
                    cursor?: components["parameters"]["cursor"];
                    updatedAfter?: components["parameters"]["updatedAfter"];
                    originType?: components["parameters"]["originType"];
                    regionId?: components["parameters"]["regionId"];
                    activityId?: components["parameters"]["activityId"];
                    croppingPlanEntryId?: components["parameters"]["croppingPlanEntryId"];
                    status?: components["parameters"]["status"];
                    cropRole?: components["parameters"]["cropRole"];
                    seasonYear?: components["parameters"]["seasonYear"];
                    crop?: components["parameters"]["crop"];
                    externalId?: components["parameters"]["externalId"];
                    externalProvider?: components["parameters"]["externalProvider"];
                    farmId?: string;
                    createdByJobId?: components["parameters"]["createdByJobId"];
                };
                header?: never;
                path: {
                    regionId: components["parameters"]["regionId-path"];
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
                        "application/ld+json": components["schemas"]["LinkedPage"];
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
                    limit?: components["parameters"]["limit"];
                    cursor?: components["parameters"]["cursor"];
                    updatedAfter?: components["parameters"]["updatedAfter"];
                    originType?: components["parameters"]["originType"];
                    farmId?: components["parameters"]["farmId"];
                    dataTypeId?: components["parameters"]["dataTypeId"];
                    activityId?: components["parameters"]["activityId"];
                    fieldId?: components["parameters"]["fieldId"];
                    regionId?: components["parameters"]["regionId"];
                    siteId?: components["parameters"]["siteId"];
                    cultivationPeriodId?: components["parameters"]["cultivationPeriodId"];
                    animalId?: components["parameters"]["animalId"];
                    animalGroupId?: components["parameters"]["animalGroupId"];
                    deviceId?: components["parameters"]["deviceId"];
                    workerId?: components["parameters"]["workerId"];
                    quality?: components["parameters"]["quality"];
                    externalId?: components["parameters"]["externalId"];
                    externalProvider?: components["parameters"]["externalProvider"];
                    createdByJobId?: components["parameters"]["createdByJobId"];
                };
                header?: never;
                path: {
                    regionId: components["parameters"]["regionId-path"];
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
                        "application/ld+json": components["schemas"]["LinkedPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "If-Match"?: components["parameters"]["If-Match"];
                    "If-None-Match"?: components["parameters"]["If-None-Match"];
                    "Processing-Job-Id"?: components["parameters"]["Processing-Job-Id"];
                    "Change-Reason"?: components["parameters"]["Change-Reason"];
                    "Glebe-Known-Version"?: components["parameters"]["Glebe-Known-Version"];
                };
                path: {
                    regionId: components["parameters"]["regionId-path"];
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
                    limit?: components["parameters"]["limit"];
                    cursor?: components["parameters"]["cursor"];
                    updatedAfter?: components["parameters"]["updatedAfter"];
                    originType?: components["parameters"]["originType"];
                    organizationIds?: string;
                    roleIds?: string;
                    status?: "INVITED" | "ACTIVE" | "DISABLED";
                    email?: string;
                    subject?: string;
                    createdByJobId?: components["parameters"]["createdByJobId"];
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
                        "application/ld+json": components["schemas"]["LinkedPage"];
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
                    userId: components["parameters"]["userId-path"];
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
                        "application/json": components["schemas"]["ActingCredentialPage"];
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
                    userId: components["parameters"]["userId-path"];
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
        ActingCredential: {
            audiences: string[];
            createdAt: string;
            /** @enum {string} */
            createdBy: "SELF" | "ADMINISTRATOR";
            expiresAt?: string;
            id: string;
            /** @enum {string} */
            kind: "TOKEN" | "SERVICE_ACCOUNT";
            name: string;
            scopes: string[];
        };
        ActingCredentialPage: {
            hasMore: boolean;
            items: components["schemas"]["ActingCredential"][];
            nextCursor: string;
        };
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
        Collection: {
            /** @enum {string} */
            access?: "farm" | "organization" | "signed-in";
            created?: string;
            crs?: string[];
            dataVersion?: number;
            description?: string;
            extent?: components["schemas"]["Extent"];
            farmId?: string;
            id: string;
            itemType?: string;
            keywords?: string[];
            license?: string;
            links: components["schemas"]["Link"][];
            organizationId?: string;
            storageCrs?: string;
            title?: string;
            updated?: string;
        } & {
            [key: string]: unknown;
        };
        CollectionPage: {
            collections: components["schemas"]["Collection"][];
            links: components["schemas"]["Link"][];
            numberMatched?: number;
            numberReturned?: number;
        } & {
            [key: string]: unknown;
        };
        ColourRamp: {
            kind: string;
            name: string;
            range: number[];
            reversed: string;
            stops: components["schemas"]["LegendStop"][];
        };
        ColourRampList: {
            colormaps: components["schemas"]["ColourRamp"][];
        };
        CubeTimes: {
            calendar: string;
            times: string[];
            unit: string;
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
        Extent: {
            spatial?: components["schemas"]["SpatialExtent"];
            temporal?: components["schemas"]["TemporalExtent"];
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
        FarmFeature: {
            geometry: components["schemas"]["FeatureGeometry"] | null;
            id: string;
            links?: components["schemas"]["FeatureLink"][];
            properties: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            type: "Feature";
        } & {
            [key: string]: unknown;
        };
        FarmFeatureCollection: {
            features: components["schemas"]["FarmFeature"][];
            links?: components["schemas"]["FeatureLink"][];
            numberMatched?: number;
            numberReturned?: number;
            /** @enum {string} */
            type: "FeatureCollection";
        } & {
            [key: string]: unknown;
        };
        FarmPage: {
            hasMore: boolean;
            items: components["schemas"]["Farm"][];
            nextCursor: string;
        };
        Feature: {
            geometry: components["schemas"]["Geometry"] | null;
            id?: string | number;
            links?: components["schemas"]["Link"][];
            properties: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            type: "Feature";
        } & {
            [key: string]: unknown;
        };
        FeatureCollection: {
            facets?: {
                [key: string]: unknown;
            };
            features: components["schemas"]["Feature"][];
            links?: components["schemas"]["Link"][];
            numberMatched?: number;
            numberReturned?: number;
            timeStamp?: string;
            /** @enum {string} */
            type: "FeatureCollection";
        } & {
            [key: string]: unknown;
        };
        FeatureGeometry: {
            coordinates?: unknown[];
            type: string;
        };
        FeatureLink: {
            href: string;
            rel: string;
            title?: string;
            type?: string;
        } & {
            [key: string]: unknown;
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
        Geometry: {
            coordinates?: unknown[];
            geometries?: unknown[];
            /** @enum {string} */
            type: "Point" | "MultiPoint" | "LineString" | "MultiLineString" | "Polygon" | "MultiPolygon" | "GeometryCollection";
        };
        Job: {
            collection: string;
            counts: components["schemas"]["JobCounts"];
            created: string;
            ended?: string;
            errors: Record<string, unknown>[];
            estimate: components["schemas"]["JobEstimate"];
            expires?: string;
            id: string;
            links: components["schemas"]["Link"][];
            outputs: components["schemas"]["JobOutput"][];
            progress: number;
            request: {
                [key: string]: unknown;
            };
            started?: string;
            /** @enum {string} */
            state: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
            /** @enum {string} */
            type: "tiles" | "time-series" | "summary";
        };
        JobCounts: {
            bytes: number;
            done: number;
            empty: number;
            total: number;
        };
        JobEstimate: {
            secondsLeft?: number;
            total: number;
        };
        JobList: {
            jobs: components["schemas"]["Job"][];
            links?: components["schemas"]["Link"][];
        };
        JobOutput: {
            href: string;
            name?: string;
        } & {
            [key: string]: unknown;
        };
        Layer: {
            bands?: string[];
            chunkShape?: number[];
            colormap?: string;
            description?: string;
            dtype?: string;
            firstTime?: string;
            /** @enum {string} */
            kind: "categorical" | "continuous" | "composite";
            lastTime?: string;
            name: string;
            nodata?: number | "NaN";
            offset?: number;
            range?: number[];
            scale?: number;
            slices?: number;
            statistics?: components["schemas"]["LayerNumbers"];
            timeMajor?: boolean;
            title?: string;
            unit?: string;
        };
        LayerChange: {
            added: number;
            described: boolean;
            layer: string;
            removed: unknown;
            replaced: number;
        };
        LayerList: {
            grid?: components["schemas"]["StoredGrid"];
            layers: components["schemas"]["Layer"][];
        };
        LayerNumbers: {
            count: number;
            maximum: number | null;
            mean: number | null;
            minimum: number | null;
            valid_percent: number | null;
        };
        LayerSeries: {
            areaPixels?: number;
            areas?: components["schemas"]["SeriesArea"][];
            layer: string;
            touchedPixels?: number;
            values: components["schemas"]["SeriesBucket"][];
        };
        LayerStatistics: {
            layer: string;
            slices: components["schemas"]["SliceNumbers"][];
            statistics: components["schemas"]["LayerNumbers"];
        };
        Legend: {
            bands?: string[];
            channels?: components["schemas"]["LegendChannel"][];
            color?: string;
            colormap?: string;
            range?: number[];
            stops: components["schemas"]["LegendStop"][];
            title: string;
            /** @enum {string} */
            type: "classes" | "ramp" | "features" | "bands";
            unit?: string;
        };
        LegendChannel: {
            channel: string;
            layer: string;
            range: number[];
        };
        LegendStop: {
            color: string;
            value: number;
        };
        Link: {
            href: string;
            rel: string;
            templated?: boolean;
            title?: string;
            type?: string;
        } & {
            [key: string]: unknown;
        };
        LinkedPage: {
            hasMore: boolean;
            items: components["schemas"]["LinkedRecord"][];
            nextCursor: string;
        };
        LinkedRecord: {
            "@context": string;
            "@id": string;
            "@type": string;
        } & {
            [key: string]: unknown;
        };
        LoadedFeatures: {
            inserted: number;
            replaced: number;
        };
        MapStyle: {
            layers: {
                [key: string]: unknown;
            }[];
            name?: string;
            sources?: {
                [key: string]: unknown;
            };
            version: number;
        } & {
            [key: string]: unknown;
        };
        ObservationBucket: {
            count?: number;
            first: string;
            last: string;
            max?: number;
            mean?: number;
            min?: number;
            start: string;
            sum?: number;
        };
        ObservationSeries: {
            buckets: components["schemas"]["ObservationBucket"][];
        };
        PointSeries: {
            layer: string;
            values: components["schemas"]["PointValue"][];
        };
        PointSeriesList: {
            series: components["schemas"]["PointSeries"][];
        };
        PointValue: {
            datetime: string;
            value: number | null;
        };
        PropertySchema: {
            $id: string;
            $schema: string;
            properties: {
                [key: string]: unknown;
            };
            title?: string;
            /** @enum {string} */
            type: "object";
        } & {
            [key: string]: unknown;
        };
        RecordType: {
            category: string;
            example: {
                [key: string]: unknown;
            };
            name: string;
            payloadSchema: {
                [key: string]: unknown;
            };
            type: string;
        };
        RecordTypePage: {
            hasMore: boolean;
            items: components["schemas"]["RecordType"][];
            nextCursor: string;
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
        RestoredSnapshot: {
            restored: number;
            snapshot: number;
        };
        SeriesArea: {
            areaPixels: number;
            from: string;
            to: string;
            touchedPixels: number;
        };
        SeriesBucket: {
            count?: number | null;
            datetime: string;
            masked: number;
            max?: number | null;
            mean?: number | null;
            median?: number | null;
            min?: number | null;
            nodata: number;
            percentiles?: {
                [key: string]: number | null;
            };
            slices: number;
            std?: number | null;
            sum?: number | null;
            valid: number;
            weight: number;
        };
        SliceNumbers: {
            count: number;
            datetime: string;
            maximum: number | null;
            mean: number | null;
            minimum: number | null;
            valid_percent: number | null;
        };
        SnapshotChange: {
            committedAt: string;
            layers: components["schemas"]["LayerChange"][];
            version: number;
        };
        SnapshotPage: {
            links?: components["schemas"]["Link"][];
            snapshots: components["schemas"]["SnapshotChange"][];
        };
        SpatialExtent: {
            bbox: number[][];
            crs?: string;
        };
        StoredGrid: {
            bbox: number[];
            chunkShape: number[];
            crs: string;
            height: number;
            timeMajor: boolean;
            transform: number[];
            width: number;
            zarrFormat: number;
        };
        StoredTileset: {
            bbox?: number[];
            collectionId: string;
            colormap_name?: string;
            created: string;
            crs: string;
            /** @enum {string} */
            dataType?: "map" | "vector";
            datetime?: string;
            description?: string;
            expression?: string;
            filter?: string;
            id: string;
            layers?: string[];
            links: components["schemas"]["Link"][];
            maxzoom?: number;
            minzoom?: number;
            resampling?: string;
            rescale?: number[];
            style?: string;
            tileMatrixSetId?: string;
            tileMatrixSetURI: string;
            title?: string;
            updated: string;
        } & {
            [key: string]: unknown;
        };
        StoredTilesetPage: {
            links: components["schemas"]["Link"][];
            numberReturned: number;
            tilesets: components["schemas"]["StoredTileset"][];
        };
        TemporalExtent: {
            interval: (string | null)[][];
            trs?: string;
        };
        Thing: {
            "@iot.id"?: number;
            "@iot.selfLink"?: string;
            Datastreams?: {
                [key: string]: unknown;
            }[];
            HistoricalLocations?: {
                [key: string]: unknown;
            }[];
            Locations?: {
                [key: string]: unknown;
            }[];
            description?: string;
            name: string;
            properties?: {
                [key: string]: unknown;
            };
        };
        TileJson: {
            attribution?: string;
            bounds?: number[];
            center?: number[];
            maxzoom?: number;
            minzoom?: number;
            name?: string;
            scheme?: string;
            tilejson: string;
            tiles: string[];
            vector_layers?: {
                [key: string]: unknown;
            }[];
            version?: string;
        } & {
            [key: string]: unknown;
        };
        TimeSeries: {
            method: string;
            series: components["schemas"]["LayerSeries"][];
        };
        Upload: {
            bytes: number;
            bytesTotal?: number;
            detail?: string;
            id: string;
            layer: string;
            slices: number;
            snapshot?: number;
            startedAt: string;
            state: string;
            updatedAt: string;
        };
        UploadList: {
            uploads: components["schemas"]["Upload"][];
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
        WrittenSlices: {
            bytes: number;
            datetime: string[];
            layer: string;
            snapshot: number;
            upload: string;
        };
    };
    responses: never;
    parameters: {
        "Change-Reason": string;
        "Glebe-Known-Version": string;
        "If-Match": string;
        "If-None-Match": "*";
        "Processing-Job-Id": string;
        Range: string;
        "X-Dtype": string;
        activityId: string;
        after: string;
        aggregation: ("count" | "sum" | "mean" | "min" | "max" | "std" | "median")[];
        animalGroupId: string;
        animalId: string;
        asOf: number | string;
        "attachmentId-path": string;
        band: number[];
        bbox: number[];
        "bbox-crs": string;
        before: number;
        bgcolor: string;
        collection: string;
        "collectionId-path": string;
        colormap: "categories" | "categories_r" | "cividis" | "cividis_r" | "elevation" | "elevation_r" | "greys" | "greys_r" | "magma" | "magma_r" | "moisture" | "moisture_r" | "ndvi" | "ndvi_r" | "rdylgn" | "rdylgn_r" | "temperature" | "temperature_r" | "vigour" | "vigour_r" | "viridis" | "viridis_r" | "water" | "water_r";
        colormap_name: "categories" | "categories_r" | "cividis" | "cividis_r" | "elevation" | "elevation_r" | "greys" | "greys_r" | "magma" | "magma_r" | "moisture" | "moisture_r" | "ndvi" | "ndvi_r" | "rdylgn" | "rdylgn_r" | "temperature" | "temperature_r" | "vigour" | "vigour_r" | "viridis" | "viridis_r" | "water" | "water_r";
        count: boolean;
        coverageResultIds: string;
        createdByJobId: string;
        crop: string;
        cropRole: "MAIN" | "SECOND" | "CATCH" | "COVER" | "UNDERSOWN" | "INTERCROP" | "FALLOW";
        croppingPlanEntryId: string;
        crs: string;
        cultivationPeriodId: string;
        cursor: string;
        dataTypeId: string;
        datetime: string;
        deviceId: string;
        expand: string;
        expression: string;
        externalId: string;
        externalProvider: string;
        f: "json" | "geojson" | "html";
        facetby: string[];
        farmId: string;
        "farmId-path": string;
        fieldId: string;
        "fieldId-path": string;
        filter: string;
        "filter-crs": string;
        "filter-lang": "cql2-text" | "cql2-json";
        height: number;
        "jobId-path": string;
        "lat-path": number;
        "layerName-path": string;
        layers: string[];
        limit: number;
        "lon-path": number;
        mask: string;
        mode: "replace" | "merge";
        "name-path": string;
        next: string;
        nodata: number | ("nan" | "NaN");
        orderby: string[];
        organizationId: string;
        originType: "USER" | "SERVICE" | "DEVICE" | "IMPORT" | "SYSTEM";
        parentActivityId: string;
        percentiles: number[];
        productionSystem: "CONVENTIONAL" | "INTEGRATED" | "IN_CONVERSION" | "ORGANIC";
        /** @description names of the properties to show */
        properties: string[];
        propertyFilters: {
            [key: string]: string;
        };
        quality: "GOOD" | "SUSPECT" | "BAD" | "ESTIMATED" | "UNCHECKED";
        regionId: string;
        "regionId-path": string;
        resampling: "nearest" | "bilinear" | "cubic" | "average";
        rescale: number[];
        resolution: "P1D" | "P1W" | "P1M";
        resultFormat: "dataArray";
        scale: number;
        seasonYear: number;
        select: string[];
        siteId: string;
        skip: number;
        skiptoken: string;
        status: "PLANNED" | "ACTIVE" | "COMPLETED" | "CANCELLED";
        style: string;
        taskId: string;
        tilesize: 256 | 512;
        timezone: string;
        "tmsId-path": string;
        top: number;
        transparent: boolean;
        type: string;
        typeUri: string;
        updatedAfter: string;
        "userId-path": string;
        v: number;
        values: "stored" | "physical";
        width: number;
        window: number[];
        workerId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
