/* vent: decides what a ventilation plant does. usage: vent TEMPERATURE HUMIDITY SMOKE MODE */
#include <stdio.h>
#include <stdlib.h>

enum { OFF, LOW, HIGH, ALARM };

static int threshold(int mode)
{
	switch (mode) {
	case 0: return 26;
	case 1: return 22;
	case 2: return 30;
	}
	return 24;
}

static int by_temperature(int temperature, int mode)
{
	int limit = threshold(mode);
	if (temperature >= limit + 9)
		return HIGH;
	if (temperature > limit)
		return LOW;
	return OFF;
}

static int by_humidity(int humidity, int speed)
{
	if (humidity < 0 || humidity > 100)
		return speed;
	if (humidity > 80 && speed < HIGH)
		return speed + 1;
	if (humidity <= 20 && speed > LOW)
		return speed - 1;
	return speed;
}

static int by_smoke(int smoke, int speed, int mode)
{
	if (smoke > 50 || smoke < -5)
		return ALARM;
	if (smoke > 20 && mode != 1)
		return HIGH;
	return speed;
}

int main(int argc, char **argv)
{
	static const char *const names[] = {"off", "low", "high", "alarm"};
	if (argc != 5)
		return 2;
	int temperature = atoi(argv[1]), humidity = atoi(argv[2]), smoke = atoi(argv[3]), mode = atoi(argv[4]);
	int speed = by_temperature(temperature, mode);
	speed = by_humidity(humidity, speed);
	speed = by_smoke(smoke, speed, mode);
	puts(names[speed]);
	if (temperature < 3)
		puts("frost");
	return speed == ALARM;
}
