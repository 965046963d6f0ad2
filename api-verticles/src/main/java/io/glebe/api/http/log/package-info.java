/** Request identifiers, timings and the access log. */
@NullMarked
package io.glebe.api.http.log;

import org.jspecify.annotations.NullMarked;
