package dev.azulejo.scene.service;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.image.ImageDecoder;
import dev.azulejo.scene.image.ImageFormatException;
import dev.azulejo.scene.image.ManyScans;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * A server that unloads an application gets its memory back: no thread of the server's keeps
 * anything that leads to our classes or to those of the libraries that we use.
 */
@Tag("alone")
@Timeout(300)
class ForgottenClassesTest {
    /** Uses the library as somebody does who will be unloaded; called by its name alone. */
    public static final class User implements Runnable {
        /** Makes one. */
        public User() {}

        @Override
        public void run() {
            var options = RendererOptions.defaults().withThreads(1).withKernels(Kernels.SCALAR);
            try (var renderer = Renderer.open(options)) {
                renderer.render(SmallModels.triangle(3), RenderRequest.of(16, 12));
                // The platform has threads of its own for it, which stay for seconds
                ImageDecoder.decode(ManyScans.jpeg(64, 10));
            } catch (ImageFormatException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * In a virtual machine that keeps nothing for the sake of speed alone: the platform does keep
     * classes that were compared in this way.
     */
    static final class Program {
        private Program() {}

        /** Ends once all is forgotten. */
        public static void main(String[] arguments) throws Exception {
            var loader = new WeakReference<>(used());
            while (!loader.refersTo(null)) {
                System.gc();
                Thread.sleep(10);
            }
        }

        /** Loads all anew, uses it on this thread, and returns who has loaded it. */
        private static ClassLoader used() throws IOException, ReflectiveOperationException {
            var places = new ArrayList<URL>();
            for (var place : System.getProperty("java.class.path").split(File.pathSeparator)) {
                places.add(Path.of(place).toUri().toURL());
            }
            var platform = ClassLoader.getPlatformClassLoader();
            try (var loader = new URLClassLoader(places.toArray(URL[]::new), platform)) {
                var type = loader.loadClass(User.class.getName());
                if (type == User.class) {
                    throw new IllegalStateException("not loaded anew");
                }
                ((Runnable) type.getDeclaredConstructor().newInstance()).run();
                return loader;
            }
        }
    }

    @Test
    void nothingLeadsToThemWhenTheRendererIsClosed() throws Exception {
        ChildProgram.run(
                Program.class, "-XX:SoftRefLRUPolicyMSPerMB=0", "-XX:+UseSerialGC", "-Xmx256m");
    }
}
