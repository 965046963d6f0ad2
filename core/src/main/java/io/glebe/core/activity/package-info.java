/** Links and unlinks the inputs and outputs of farm activities. */
@NullMarked
package io.glebe.core.activity;

import org.jspecify.annotations.NullMarked;
