/** Scenes: glTF in, draw calls of the software GPU out. */
module dev.azulejo.scene {
    requires transitive dev.azulejo.core;
    requires jdk.incubator.vector;
    requires java.desktop;
    requires com.fasterxml.jackson.databind;

    exports dev.azulejo.scene.math;
    exports dev.azulejo.scene.model;
    exports dev.azulejo.scene.shading;
}
