/**
 * A decoder that is a WebAssembly module, compiled to Java classes when Azulejo is built: nothing
 * but what the compiler makes of {@code src/main/wasm}, whose README says where it comes from.
 */
package dev.azulejo.scene.image.wasm;
