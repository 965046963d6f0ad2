/** Builds the JSON Schemas of parameters, bodies and answers in the published contract. */
@NullMarked
package io.glebe.api.http.schema;

import org.jspecify.annotations.NullMarked;
