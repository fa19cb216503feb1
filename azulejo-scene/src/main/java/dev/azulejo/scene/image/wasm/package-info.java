/**
 * Decoders that are WebAssembly modules, compiled to Java classes when Azulejo is built: nothing
 * but what the compiler makes of {@code src/main/wasm}, whose README says where they come from.
 */
package dev.azulejo.scene.image.wasm;
